import { Command } from 'cmdk'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Call, commandTitle } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import { pinnedCalls, callUses } from '../../commands/stores/palette-usage'
import { useLatest } from '../../ui/hooks'
import { useStore } from '../shared/stores'
import { createController } from './controller'
import { useAutomaticChoice, useHeldKeys } from './early-keys'
import { listChips, reopenPrompt } from './prompt'
import { type PaletteItem, paletteItemKey, itemTarget, writtenItemCall } from './item'
import { HELD_ENTER, type HeldKeys } from '@/keymap/held-keys'
import { handlePaletteKey } from './palette-keys'
import { ActiveDescendant, Notes, PaletteResults } from './palette-results'
import css from './palette.module.css'
import { PaletteChip, PaletteFooter } from './palette-row'
import type { OpeningContext, PaletteSource } from './sources/source'
import { pushView, type PaletteStage, type PaletteState, typeText, createView } from './palette-state'
import { initialText, writtenItemValue } from './step-items'
import { type PaletteRows, selectSources, usePaletteRows } from './use-palette-rows'
import { useResultAnnouncement } from './use-result-announcement'
import { useSearchIndexes } from './use-search-indexes'
import { describeChoice, describeView } from './view-texts'

type Props = {
  here: OpeningContext
  sources: readonly PaletteSource[]
  /** The keys pressed before the input existed. */
  held: HeldKeys | undefined
  state: PaletteState
  onState: (state: PaletteState) => void
  onClose: () => void
  onRun: (call: Call) => void
  onStay: (call: Call) => void
}

/** The input and its list. This component handles ranking and keys; cmdk provides the highlight and the markup. */
export function PaletteSearch({ here, sources, held, state, onState, onClose, onRun, onStay }: Props) {
  const { stage } = state
  const { indexes, context, updateUses, ...found } = useFoundRows(state, sources, here)
  const { rows, fault, isAwaited, isProvisional } = found
  const [pointsAtRow, setPointsAtRow] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const current = currentRow(state, rows)
  found.rememberName(current)
  const mode = stage.is === 'find' ? sources.find(({ id }) => id === stage.mode) : undefined
  const texts = describeView(state, mode, found)
  const { label } = texts
  useViewAnnouncement(state, texts, found, indexes.pending.length)
  useSelectedText(input, stage)

  const go = (next: PaletteState) => {
    setPointsAtRow(false)
    onState(next)
  }
  const controller = createController({
    state,
    rows,
    current,
    mode,
    sources,
    context,
    find: here.find,
    go,
    show: onState,
    retry: found.retry,
    onClose,
    onRun,
    onStay,
    onForget: updateUses,
  })
  const latestChoose = useLatest(controller.choose)
  const onChoose = useCallback((item: PaletteItem) => latestChoose.current(item), [latestChoose])
  const chooseLater = useAutomaticChoice(state, current, isAwaited, controller.choose)
  useHeldKeys(held, stage, (pressed) => {
    if (pressed !== HELD_ENTER) return onState(typeText({ ...state, text: '' }, pressed, false, sources))
    if (current) controller.choose(current)
  })

  function move(to: number) {
    const next = rows[(to + rows.length) % rows.length]
    if (next) onState({ ...state, chosen: paletteItemKey(next) })
    setPointsAtRow(true)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Keys of an unfinished composition are neither searched nor handled; 229 is Safari's key code for them.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return event.stopPropagation()
    if (
      !handlePaletteKey(event, {
        rows,
        fault,
        isAwaited,
        isProvisional,
        state,
        current,
        controller,
        go,
        move,
        chooseLater,
      })
    ) {
      // Keeps cmdk from handling Home, End and other keys that move within the text.
      if (event.key !== 'Escape') event.nativeEvent.stopPropagation()
      return event.stopPropagation()
    }
    event.preventDefault()
    event.stopPropagation()
  }

  function onType(next: string, isComposing: boolean) {
    setPointsAtRow(false)
    onState(typeText(state, next, isComposing, sources))
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
      <SearchLine
        {...{ input, state, context, mode, label, fault, onType, onKeyDown, go }}
        back={controller.back}
        placeholder={texts.placeholder}
        isSlow={found.isSlow}
      />
      <PaletteResults label={label} rows={rows} current={current} pointsAtRow={pointsAtRow} onChoose={onChoose} />
      <ActiveDescendant input={input} isOn={pointsAtRow} />
      <Notes
        indexes={indexes}
        isEmpty={rows.length === 0}
        isOffline={!here.context.online}
        isWaitingForText={found.isWaitingForText}
        searching={found.searching}
        hint={texts.note}
      />
      <PaletteFooter
        preview={current && describeChoice(current, state, context, here.find)}
        isStep={stage.is !== 'find'}
        hasBack={state.previousViews.length > 0 || mode !== undefined}
        hasActions={stage.is === 'find' && current !== undefined && writtenItemCall(current) !== undefined}
      />
    </Command>
  )
}

/** The rows of a view, and the context with the names of resources that only the palette has loaded. */
function useFoundRows(state: PaletteState, sources: readonly PaletteSource[], here: OpeningContext) {
  const [uses, setUses] = useState(callUses.get)
  const pins = useStore(pinnedCalls)
  const memory = useMemo(() => ({ uses, pins }), [uses, pins])
  const [names] = useState(() => new Map<string, string>())
  const context = useMemo(
    (): CommandContext => ({
      ...here.context,
      nameOf: (kind, id) => names.get(`${kind}:${id}`) ?? here.context.nameOf(kind, id),
    }),
    [here.context, names]
  )
  const indexes = useSearchIndexes(selectSources(state.stage, sources), here, uses)
  const found = usePaletteRows(state, sources, indexes, here, context, memory)
  return {
    ...found,
    indexes,
    context,
    /** Keeps the name of the resource of a row for the texts that name it later. */
    rememberName(item: PaletteItem | undefined) {
      const target = item && itemTarget(item)
      if (target) names.set(`${target.kind}:${target.id}`, target.label)
    },
    /** Reads how often calls were used, after a use was cleared. */
    updateUses: () => setUses(callUses.get),
  }
}

/** Announces the rows of a view when the text, the step or the loaded sources change. */
function useViewAnnouncement(
  { stage, query }: PaletteState,
  { label, announcement }: ReturnType<typeof describeView>,
  { fault, isAwaited }: Pick<PaletteRows, 'fault' | 'isAwaited'>,
  pending: number
) {
  const isUnknown = announcement.note === undefined && isAwaited
  useResultAnnouncement(
    { ...announcement, place: label, noun: stage.is === 'find' ? 'result' : 'option', isAwaited },
    [label, query, fault, pending, isUnknown, announcement.hasFailed].join('\n')
  )
}

/** Selects the text of the input, so that typing replaces it. */
function useSelectedText(input: RefObject<HTMLInputElement | null>, stage: PaletteStage) {
  useLayoutEffect(() => input.current?.select(), [input])
  useLayoutEffect(() => {
    // The user continues the text that was typed with the command.
    if (stage.is === 'ask' && !stage.isTyped) input.current?.select()
  }, [input, stage])
}

/** The highlighted row: the chosen one, else the old answer of a reopened step, else the first. */
function currentRow({ stage, text, chosen }: PaletteState, rows: readonly PaletteItem[]): PaletteItem | undefined {
  const prompt = stage.is === 'ask' && text === '' ? stage.prompt : undefined
  const before = prompt?.args[prompt.slotName]
  return (
    rows.find((row) => paletteItemKey(row) === chosen) ??
    (before === undefined ? undefined : rows.find((row) => writtenItemValue(row) === prompt?.slot.write(before))) ??
    rows[0]
  )
}

type LineProps = ChipsProps & {
  label: string
  placeholder: string
  /** Why the text is not a valid answer. */
  fault: string | undefined
  isSlow: boolean
  onType(text: string, isComposing: boolean): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
}

/** The chips and the input, with the reason why its text is invalid. */
function SearchLine({ state, input, label, placeholder, fault, isSlow, onType, onKeyDown, ...chips }: LineProps) {
  const { stage, text } = state
  return (
    <>
      <div className={css.top}>
        <Chips {...chips} state={state} input={input} />
        {/* Replaces Command.Input, which updates the active descendant one row late. */}
        <input
          ref={input}
          autoFocus
          className={css.input}
          role="combobox"
          // Replaced by `ActiveDescendant` with the id that cmdk gives to the list.
          aria-controls="palette-results"
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-invalid={fault !== undefined}
          aria-errormessage={fault === undefined ? undefined : 'palette-fault'}
          // Few screen readers support error messages; all support descriptions.
          aria-describedby={fault === undefined ? undefined : 'palette-fault'}
          aria-required={stage.is === 'ask' ? !stage.prompt.slot.optional : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
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
    </>
  )
}

type ChipsProps = {
  state: PaletteState
  context: CommandContext
  mode: PaletteSource | undefined
  go(state: PaletteState): void
  back(): void
  input: RefObject<HTMLInputElement | null>
}

/** The command and its answered steps, or the limit of the search. */
function Chips({ state, context, mode, go, back, input }: ChipsProps): ReactNode {
  const { stage } = state
  if (stage.is === 'actions') return <PaletteChip onPress={back}>{stage.item.title}</PaletteChip>
  if (stage.is !== 'ask') return mode && <PaletteChip onPress={back}>{mode.section}</PaletteChip>
  const { prompt } = stage
  return (
    <>
      <PaletteChip onPress={() => go({ ...createView({ is: 'find', mode: 'commands' }), previousViews: [] })}>
        {commandTitle(prompt.command)}
      </PaletteChip>
      {listChips(prompt, context).map((chip) => (
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
    </>
  )
}
