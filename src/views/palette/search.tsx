import { Command } from 'cmdk'
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { parseCall } from '../../commands/call'
import { titleOf } from '../../commands/command'
import type { Context } from '../../commands/context'
import { pins, uses } from '../../commands/stores/palette-memory'
import { announce } from '../../ui/voice'
import { useConsole } from '../shell/console'
import { useMedia, useStore } from '../shell/stores'
import { Aside } from './aside'
import { controllerOf, type How } from './controller'
import { answered, chipsOf, previewOf, stepTo } from './flow'
import { callOf, type Item, keyOf, nameOf, thingOf } from './item'
import { ENTER, type Held } from './load'
import { Notes } from './notes'
import css from './palette.module.css'
import { Chip, Foot, keysOf, Row } from './parts'
import type { Here, Source } from './sources/source'
import { ActiveDescendant, useSpoken } from './speech'
import { forward, type State, typed, viewOf } from './state'
import { isTyped, textAt, writtenOf } from './step'
import { useAhead } from './use-ahead'
import { useTaken } from './use-taken'
import { NOTHING_FOUND, sourcesFor, useRows } from './use-rows'
import { useSearchIndexes } from './use-search-indexes'

type Props = {
  here: Here
  sources: readonly Source[]
  /** The keys pressed before the input existed. */
  held: Held | undefined
  state: State
  onState: (state: State) => void
  onClose: () => void
  onRun: (call: string) => void
  onStay: (call: string) => void
}

/** The input and its list. This component handles ranking and keys; cmdk provides the highlight and the markup. */
export function Search({ here, sources, held, state, onState, onClose, onRun, onStay }: Props) {
  const { keys } = useConsole()
  const { stage, text, query, chosen } = state
  const prompt = stage.is === 'ask' ? stage.prompt : undefined
  const [used, setUsed] = useState(uses.get)
  const pinned = useStore(pins)
  const memory = useMemo(() => ({ uses: used, pins: pinned }), [used, pinned])
  const [names] = useState(() => new Map<string, string>())
  const context = useMemo(() => naming(here.context, names), [here.context, names])
  const indexes = useSearchIndexes(sourcesFor(stage, sources), here, used)
  const { rows, total, fault, isSlow, searching, isAwaited, isWaitingForText, retry } = useRows(
    state,
    sources,
    indexes,
    here,
    context,
    memory
  )
  const hasRoom = useMedia('(min-width: 1024px)')
  const [pointsAtRow, setPointsAtRow] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  // A reopened step highlights its old answer; otherwise the first row is highlighted.
  const before = prompt && text === '' ? prompt.args[prompt.slotName] : undefined
  const current =
    rows.find((row) => keyOf(row) === chosen) ??
    (before === undefined ? undefined : rows.find((row) => writtenOf(row) === before)) ??
    rows[0]
  const thing = current && thingOf(current)
  if (thing) names.set(`${thing.kind}:${thing.id}`, thing.label)

  const mode = stage.is === 'find' ? sources.find(({ id }) => id === stage.mode) : undefined
  const label =
    (prompt?.slot.subSteps && rows[0]?.section) ??
    prompt?.slot.label ??
    (stage.is === 'actions' ? `Actions of ${stage.item.title}` : mode?.section) ??
    'Command palette'
  const free = prompt && !prompt.slot.options ? prompt.slot.text : undefined
  const note = fault ?? (query !== '' ? undefined : isWaitingForText ? 'Start typing to search' : free)
  const whatToType = mode?.prompt ?? (stage.is === 'actions' ? 'Search actions' : 'Search or run a command')
  const counted = rows.filter(({ does, section }) => !['more', 'retry'].includes(does.is) && section !== NOTHING_FOUND)
  const nearest = rows.find(({ section }) => section === NOTHING_FOUND)
  const spokenNote = note === undefined || note !== free || !prompt?.slot.optional ? note : `${note}. Optional`
  // A failed search must not be announced as an empty list.
  const failed = counted.length === 0 ? rows.find(({ does }) => does.is === 'retry') : undefined
  const announcedNote =
    spokenNote ??
    failed?.title ??
    (nearest && `No results. Nearest command: ${nearest.title}`) ??
    (stage.is === 'find' && query === '' ? whatToType : undefined)
  useSpoken(
    {
      place: label,
      count: Math.max(total, counted.length),
      noun: stage.is === 'find' ? 'result' : 'option',
      first: counted[0] && nameOf(counted[0]),
      note: announcedNote,
      isAwaited,
    },
    [label, query, fault, indexes.pending.length, announcedNote === undefined && isAwaited, failed !== undefined].join(
      '\n'
    )
  )
  // Selects the text of the input, so that typing replaces it.
  useLayoutEffect(() => input.current?.select(), [])
  useLayoutEffect(() => {
    // The user continues the text that was typed with the command.
    if (stage.is === 'ask' && !stage.isTyped) input.current?.select()
  }, [stage])

  const go = (next: State) => {
    setPointsAtRow(false)
    onState(next)
  }

  const { choose, copy, back, takeBack, takeWord } = controllerOf({
    state,
    rows,
    current,
    mode,
    sources,
    context,
    find: here.find,
    go,
    show: onState,
    retry,
    onClose,
    onRun,
    onStay,
    onForget: () => setUsed(uses.get()),
  })
  // A stable callback, so that rows re-render only when they change and not at each key press.
  const latest = useRef(choose)
  useLayoutEffect(() => {
    latest.current = choose
  })
  const onChoose = useCallback((item: Item) => latest.current(item), [])

  const choosesLater = useTaken(state, current, isAwaited, latest)

  useAhead(held, stage, (pressed) => {
    if (pressed !== ENTER) return onState(typed({ ...state, text: '' }, pressed, false, sources))
    if (current) choose(current)
  })

  function move(to: number) {
    const next = rows[(to + rows.length) % rows.length]
    if (next) onState({ ...state, chosen: keyOf(next) })
    setPointsAtRow(true)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Keys of an unfinished composition are neither searched nor handled; 229 is Safari's key code for them.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return event.stopPropagation()
    if (!handleKey(event)) {
      // Keeps cmdk from handling Home, End and other keys that move within the text.
      if (event.key !== 'Escape') event.nativeEvent.stopPropagation()
      return event.stopPropagation()
    }
    event.preventDefault()
    event.stopPropagation()
  }

  /** @returns whether the palette handled the key */
  function handleKey({
    key,
    shiftKey,
    ctrlKey,
    metaKey,
    altKey,
    currentTarget,
  }: KeyboardEvent<HTMLInputElement>): boolean {
    const { selectionStart, selectionEnd, value } = currentTarget
    const at = current ? rows.indexOf(current) : 0
    const hasMod = ctrlKey || metaKey
    const isMarked = selectionStart !== selectionEnd
    if (altKey) return false
    if (key === 'ArrowDown' || (key === 'n' && ctrlKey)) return done(move(at + 1))
    if (key === 'ArrowUp' || (key === 'p' && ctrlKey)) return done(move(at - 1))
    if (key === 'c' && hasMod && !isMarked && current) return done(copy(current))
    if (key === 'Enter') return done(enter(hasMod ? 'stay' : 'run'))
    if (hasMod) return false
    if (key === 'Escape' || (key === 'Tab' && shiftKey)) return done(back())
    if (key === 'Tab') return done(takeWord() || (current && choose(current, 'take')))
    if (value === '' && key === 'Backspace') return done(takeBack())
    if (value === '' && (key === 'Home' || key === 'End')) return done(move(key === 'Home' ? 0 : rows.length - 1))
    if (
      key === 'ArrowRight' &&
      !shiftKey &&
      !isMarked &&
      selectionEnd === value.length &&
      current &&
      stage.is === 'find' &&
      callOf(current)
    )
      return done(go(forward({ ...state, chosen: keyOf(current) }, viewOf({ is: 'actions', item: current }))))
    return false
  }

  function enter(how: How) {
    // Server results take precedence: the typed text is the answer only if the search returns none.
    const isEarly = isAwaited && current !== undefined && isTyped(current)
    if (current && !(isEarly && how === 'run')) return choose(current, how)
    if (fault) return announce(fault, { urgent: true })
    if (isAwaited && how === 'run') choosesLater()
  }

  function onType(next: string, isComposing: boolean) {
    setPointsAtRow(false)
    onState(typed(state, next, isComposing, sources))
  }

  const preview = current && (current.refusal ?? previewOfRow(current))
  function previewOfRow(item: Item): string | undefined {
    if (prompt) return previewOf(answered(prompt, writtenOf(item) ?? '', context), context, here.find)
    if (item.does.is === 'act') return item.hint
    if (item.does.is === 'step')
      return `Next: ${here.find(parseCall(item.does.call).id)?.slots?.[item.does.slotName]?.label ?? ''}.`
    if (item.does.is === 'query') return `Searches for “${item.does.text}” instead.`
    const call = callOf(item)
    return call === undefined ? undefined : previewOf(call, context, here.find)
  }

  return (
    <Command
      shouldFilter={false}
      filter={() => 1}
      vimBindings={false}
      value={current ? keyOf(current) : ''}
      onValueChange={(value) => onState({ ...state, chosen: value })}
      label={label}
      className={css.palette}
    >
      <div className={css.top}>
        {prompt && (
          <Chip onPress={() => go({ ...viewOf({ is: 'find', mode: 'commands' }), behind: [] })}>
            {titleOf(prompt.command)}
          </Chip>
        )}
        {prompt &&
          chipsOf(prompt, context).map((chip) => (
            <Chip
              key={`${chip.slotName} ${chip.text}`}
              label={prompt.command.slots?.[chip.slotName]?.label ?? ''}
              onPress={() => {
                const step = stepTo(prompt, chip)
                go(forward(state, viewOf({ is: 'ask', prompt: step }, textAt(step))))
                input.current?.focus()
              }}
            >
              {chip.text}
            </Chip>
          ))}
        {stage.is === 'actions' && <Chip onPress={back}>{stage.item.title}</Chip>}
        {mode && <Chip onPress={back}>{mode.section}</Chip>}
        {/* Replaces Command.Input, which updates the active descendant one row late. */}
        <input
          ref={input}
          autoFocus
          className={css.input}
          role="combobox"
          // Replaced below by the id that cmdk gives to the list.
          aria-controls="palette-results"
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-invalid={fault !== undefined}
          aria-errormessage={fault === undefined ? undefined : 'palette-fault'}
          // Few screen readers support error messages; all support descriptions.
          aria-describedby={fault === undefined ? undefined : 'palette-fault'}
          aria-required={prompt && !prompt.slot.optional}
          autoComplete="off"
          spellCheck={false}
          placeholder={free ?? (prompt ? `${label}…` : `${whatToType}…`)}
          value={text}
          onChange={({ target, nativeEvent }) =>
            onType(target.value, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
          }
          onCompositionEnd={({ currentTarget }) => onType(currentTarget.value, false)}
          onKeyDown={onKeyDown}
        />
        {isSlow && <div className={css.bar} aria-hidden="true" />}
      </div>
      {fault !== undefined && (
        <p id="palette-fault" className={css.fault}>
          {fault}
        </p>
      )}
      <div className={css.middle}>
        <div id="palette-results" className={css.results}>
          <Command.List label={label} className={css.list}>
            {rows.map((item, at) => (
              <Row
                key={keyOf(item)}
                item={item}
                heading={item.section !== rows[at - 1]?.section ? item.section : undefined}
                keys={keysOf(item, keys)}
                isPointedAt={pointsAtRow && item === current}
                onChoose={onChoose}
              />
            ))}
          </Command.List>
        </div>
        {hasRoom && rows.some(({ facts }) => facts) && <Aside item={current} />}
      </div>
      <ActiveDescendant input={input} isOn={pointsAtRow} />
      <Notes
        indexes={indexes}
        isEmpty={rows.length === 0}
        isOffline={!here.context.online}
        isWaitingForText={isWaitingForText}
        searching={searching}
        hint={note}
      />
      <Foot
        preview={preview}
        isStep={stage.is !== 'find'}
        hasBack={state.behind.length > 0 || mode !== undefined}
        hasActions={stage.is === 'find' && current !== undefined && callOf(current) !== undefined}
      />
    </Command>
  )
}

/** Marks a key as handled, regardless of its effect. */
const done = (_did: unknown) => true

/** The context with the names of resources that only the palette has loaded. */
const naming = (context: Context, names: ReadonlyMap<string, string>): Context => ({
  ...context,
  nameOf: (kind, id) => names.get(`${kind}:${id}`) ?? context.nameOf(kind, id),
})
