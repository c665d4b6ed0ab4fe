import { Command } from 'cmdk'
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { parseCall } from '../../commands/call'
import { commandTitle } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import { pinnedCalls, callUses } from '../../commands/stores/palette-usage'
import { announce } from '../../ui/voice'
import { useConsole } from '../shared/console'
import { useMedia, useStore } from '../shared/stores'
import { Aside } from './aside'
import { createController, type ChooseMode } from './controller'
import { answerPrompt, listChips, describeCallEffect, reopenPrompt } from './prompt'
import { itemCall, type PaletteItem, paletteItemKey, itemTitle, itemTarget } from './item'
import { HELD_ENTER, type HeldKeys } from './load-palette'
import { Notes } from './notes'
import css from './palette.module.css'
import { PaletteChip, PaletteFooter, findShortcut, PaletteRow } from './palette-row'
import type { OpeningContext, PaletteSource } from './sources/source'
import { ActiveDescendant, useResultAnnouncement } from './announcements'
import { pushView, type PaletteState, typeText, createView } from './palette-state'
import { isTypedItem, initialText, itemValue } from './step-items'
import { useHeldKeys } from './use-held-keys'
import { useAutomaticChoice } from './use-automatic-choice'
import { NO_RESULTS_HEADING, selectSources, usePaletteRows } from './use-palette-rows'
import { useSearchIndexes } from './use-search-indexes'

type Props = {
  here: OpeningContext
  sources: readonly PaletteSource[]
  /** The keys pressed before the input existed. */
  held: HeldKeys | undefined
  state: PaletteState
  onState: (state: PaletteState) => void
  onClose: () => void
  onRun: (call: string) => void
  onStay: (call: string) => void
}

/** The input and its list. This component handles ranking and keys; cmdk provides the highlight and the markup. */
export function PaletteSearch({ here, sources, held, state, onState, onClose, onRun, onStay }: Props) {
  const { keys } = useConsole()
  const { stage, text, query, chosen } = state
  const prompt = stage.is === 'ask' ? stage.prompt : undefined
  const [used, setUsed] = useState(callUses.get)
  const pinned = useStore(pinnedCalls)
  const memory = useMemo(() => ({ uses: used, pins: pinned }), [used, pinned])
  const [names] = useState(() => new Map<string, string>())
  const context = useMemo(() => naming(here.context, names), [here.context, names])
  const indexes = useSearchIndexes(selectSources(stage, sources), here, used)
  const { rows, total, fault, isSlow, searching, isAwaited, isWaitingForText, retry } = usePaletteRows(
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
    rows.find((row) => paletteItemKey(row) === chosen) ??
    (before === undefined ? undefined : rows.find((row) => itemValue(row) === before)) ??
    rows[0]
  const thing = current && itemTarget(current)
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
  const counted = rows.filter(
    ({ effect, section }) => !['more', 'retry'].includes(effect.is) && section !== NO_RESULTS_HEADING
  )
  const nearest = rows.find(({ section }) => section === NO_RESULTS_HEADING)
  const spokenNote = note === undefined || note !== free || !prompt?.slot.optional ? note : `${note}. Optional`
  // A failed search must not be announced as an empty list.
  const failed = counted.length === 0 ? rows.find(({ effect }) => effect.is === 'retry') : undefined
  const announcedNote =
    spokenNote ??
    failed?.title ??
    (nearest && `No results. Nearest command: ${nearest.title}`) ??
    (stage.is === 'find' && query === '' ? whatToType : undefined)
  useResultAnnouncement(
    {
      place: label,
      count: Math.max(total, counted.length),
      noun: stage.is === 'find' ? 'result' : 'option',
      first: counted[0] && itemTitle(counted[0]),
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

  const go = (next: PaletteState) => {
    setPointsAtRow(false)
    onState(next)
  }

  const { choose, copy, back, takeBack, takeWord } = createController({
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
    onForget: () => setUsed(callUses.get()),
  })
  // A stable callback, so that rows re-render only when they change and not at each key press.
  const latest = useRef(choose)
  useLayoutEffect(() => {
    latest.current = choose
  })
  const onChoose = useCallback((item: PaletteItem) => latest.current(item), [])

  const choosesLater = useAutomaticChoice(state, current, isAwaited, latest)

  useHeldKeys(held, stage, (pressed) => {
    if (pressed !== HELD_ENTER) return onState(typeText({ ...state, text: '' }, pressed, false, sources))
    if (current) choose(current)
  })

  function move(to: number) {
    const next = rows[(to + rows.length) % rows.length]
    if (next) onState({ ...state, chosen: paletteItemKey(next) })
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
      itemCall(current)
    )
      return done(
        go(pushView({ ...state, chosen: paletteItemKey(current) }, createView({ is: 'actions', item: current })))
      )
    return false
  }

  function enter(how: ChooseMode) {
    // Server results take precedence: the typed text is the answer only if the search returns none.
    const isEarly = isAwaited && current !== undefined && isTypedItem(current)
    if (current && !(isEarly && how === 'run')) return choose(current, how)
    if (fault) return announce(fault, { urgent: true })
    if (isAwaited && how === 'run') choosesLater()
  }

  function onType(next: string, isComposing: boolean) {
    setPointsAtRow(false)
    onState(typeText(state, next, isComposing, sources))
  }

  const preview = current && (current.refusal ?? previewOfRow(current))
  function previewOfRow(item: PaletteItem): string | undefined {
    if (prompt) return describeCallEffect(answerPrompt(prompt, itemValue(item) ?? '', context), context, here.find)
    if (item.effect.is === 'act') return item.hint
    if (item.effect.is === 'step')
      return `Next: ${here.find(parseCall(item.effect.call).id)?.slots?.[item.effect.slotName]?.label ?? ''}.`
    if (item.effect.is === 'query') return `Searches for “${item.effect.text}” instead.`
    const call = itemCall(item)
    return call === undefined ? undefined : describeCallEffect(call, context, here.find)
  }

  return (
    <Command
      shouldFilter={false}
      filter={() => 1}
      vimBindings={false}
      value={current ? paletteItemKey(current) : ''}
      onValueChange={(value) => onState({ ...state, chosen: value })}
      label={label}
      className={css.palette}
    >
      <div className={css.top}>
        {prompt && (
          <PaletteChip onPress={() => go({ ...createView({ is: 'find', mode: 'commands' }), previousViews: [] })}>
            {commandTitle(prompt.command)}
          </PaletteChip>
        )}
        {prompt &&
          listChips(prompt, context).map((chip) => (
            <PaletteChip
              key={`${chip.slotName} ${chip.text}`}
              label={prompt.command.slots?.[chip.slotName]?.label ?? ''}
              onPress={() => {
                const step = reopenPrompt(prompt, chip)
                go(pushView(state, createView({ is: 'ask', prompt: step }, initialText(step))))
                input.current?.focus()
              }}
            >
              {chip.text}
            </PaletteChip>
          ))}
        {stage.is === 'actions' && <PaletteChip onPress={back}>{stage.item.title}</PaletteChip>}
        {mode && <PaletteChip onPress={back}>{mode.section}</PaletteChip>}
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
              <PaletteRow
                key={paletteItemKey(item)}
                item={item}
                heading={item.section !== rows[at - 1]?.section ? item.section : undefined}
                keys={findShortcut(item, keys)}
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
      <PaletteFooter
        preview={preview}
        isStep={stage.is !== 'find'}
        hasBack={state.previousViews.length > 0 || mode !== undefined}
        hasActions={stage.is === 'find' && current !== undefined && itemCall(current) !== undefined}
      />
    </Command>
  )
}

/** Marks a key as handled, regardless of its effect. */
const done = (_did: unknown) => true

/** The context with the names of resources that only the palette has loaded. */
const naming = (context: CommandContext, names: ReadonlyMap<string, string>): CommandContext => ({
  ...context,
  nameOf: (kind, id) => names.get(`${kind}:${id}`) ?? context.nameOf(kind, id),
})
