import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { checks } from '../../api/checks'
import { formatCall } from '../../commands/call'
import { titleOf } from '../../commands/command'
import type { Context } from '../../commands/context'
import { prepare, withArgument } from '../../commands/prepare'
import { findCommand } from '../../commands/registry'
import { formatCount } from '../../lib/format'
import { Button } from '../../ui/button'
import { say } from '../../ui/voice'
import { readUses } from './history'
import { find, modeOf, modes, type Mode } from './modes'
import type { PaletteRequest } from './palette'
import css from './palette.module.css'
import { Chip, Foot, Row } from './parts'
import { checkItems, commandItems, type Item, optionItems } from './sources'
import { ActiveDescendant, useSpoken } from './speech'

type Props = {
  request: PaletteRequest
  onClose: () => void
  onRun: (call: string) => void
}

const noChecks: never[] = []

/** The input and its list. Ranking is ours; cmdk keeps the highlight and the markup. */
export function Search({ request: { context, plan, mode: firstMode, query: firstQuery = '' }, onClose, onRun }: Props) {
  const [step, setStep] = useState(plan?.step === 'ask' ? plan : undefined)
  const [mode, setMode] = useState<Mode | undefined>(modeOf(firstMode ?? ''))
  const [query, setQuery] = useState(firstQuery)
  const [chosen, setChosen] = useState('')
  // Withheld while typing: a screen reader that reads the new top row after every letter cannot be typed against.
  const [pointsAtRow, setPointsAtRow] = useState(false)
  const [history] = useState(() => ({ uses: readUses(), now: Date.now() }))
  const input = useRef<HTMLInputElement>(null)
  const { data, isPending, error, refetch } = useQuery(checks.summary())
  // As they were when the palette opened, so that no row moves under a finger.
  const [atOpening] = useState(data)
  const loaded = atOpening ?? data ?? noChecks

  const items = useMemo(() => {
    const things = checkItems(loaded, history)
    if (step) return optionItems(step.slot, context, (kind) => (kind === 'check' ? things : []))
    const all = [...commandItems(context, history), ...things]
    return mode ? all.filter(({ section }) => section === modes[mode].section) : all
  }, [loaded, history, step, context, mode])
  const { rows, total } = useMemo(() => find(query, items), [query, items])
  // The highlight belongs to a row, not to a position; it falls back to the first, also when that arrives late.
  const current = rows.find(({ id }) => id === chosen) ?? rows[0]
  const needsChecks = step ? step.slot.options?.from === 'index' : mode !== '>'

  const resultKey = `${query}\n${mode}\n${step?.slotName}`
  useSpoken(rows, total, step?.slot.label, resultKey)

  /** In a step, a row is a value: the call is the one being asked for, with that value. */
  const callOf = (item: Item) => (step ? withArgument(step.call, step.slotName, item.call) : item.call)

  function choose(item: Item) {
    if (item.refusal !== undefined) return say(item.refusal, { urgent: true })
    const next = prepare({ call: callOf(item), origin: 'palette' }, context, findCommand)
    if (next.step === 'absent' || next.step === 'refused') return onRun(callOf(item))
    // Everything is written down: what runs is what was shown, whatever the cursor is on by then.
    if (next.step !== 'ask') return onRun(formatCall(next.call))
    setStep(next)
    setQuery('')
    setChosen('')
  }

  /** One step back: the chip goes first, then the dialog. */
  function back() {
    setQuery('')
    setChosen('')
    if (step && plan) onClose()
    else if (step) setStep(undefined)
    else if (mode) setMode(undefined)
    else onClose()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return event.stopPropagation()
    const isEmpty = query === ''
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setPointsAtRow(true)
    // Home and End belong to the text while there is any.
    if ((event.key === 'Home' || event.key === 'End') && !isEmpty) event.stopPropagation()
    const goesBack =
      (event.key === 'Backspace' && isEmpty && (step || mode)) ||
      (event.key === 'Tab' && event.shiftKey) ||
      event.key === 'Escape'
    const takes = event.key === 'Tab' && !event.shiftKey
    if (goesBack) back()
    if (takes && current) choose(current)
    if (!goesBack && !takes) return
    event.preventDefault()
    event.stopPropagation()
  }

  function onType(text: string) {
    const typedMode = !step && !mode && query === '' ? modeOf(text.charAt(0)) : undefined
    setPointsAtRow(false)
    setChosen('')
    if (typedMode) setMode(typedMode)
    setQuery(typedMode ? text.slice(1) : text)
  }

  const label = step ? step.slot.label : mode ? modes[mode].label : 'Command palette'
  return (
    <Command
      shouldFilter={false}
      filter={() => 1}
      vimBindings={false}
      loop
      value={current?.id ?? ''}
      onValueChange={setChosen}
      label={label}
      className={css.palette}
    >
      <div className={css.top}>
        {step && <Chip onPress={back}>{titleOf(step.command, step.known)}</Chip>}
        {!step && mode && <Chip onPress={back}>{modes[mode].label}</Chip>}
        {/* Not Command.Input: its active descendant lags one row behind. */}
        <input
          ref={input}
          autoFocus
          className={css.input}
          role="combobox"
          // Corrected below to the list itself, which cmdk names.
          aria-controls="palette-results"
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={
            step
              ? `${step.slot.label}…`
              : mode
                ? `Search ${modes[mode].label.toLowerCase()}…`
                : 'Search or run a command…'
          }
          value={query}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="palette-results" className={css.results}>
        <Command.List label={label} className={css.list}>
          {rows.map((item, at) => (
            <Row
              key={item.id}
              item={item}
              heading={item.section !== rows[at - 1]?.section && !step ? item.section : undefined}
              onChoose={() => choose(item)}
            />
          ))}
        </Command.List>
      </div>
      <ActiveDescendant input={input} isOn={pointsAtRow} />
      {rows.length === 0 && !(needsChecks && (isPending || error)) && <p className={css.none}>No options found</p>}
      {query !== '' && total > rows.length && (
        <p className={css.more}>{formatCount(total - rows.length, 'more result')}. Type to narrow them.</p>
      )}
      {needsChecks && isPending && <p className={css.more}>Loading checks…</p>}
      {needsChecks && error && (
        <p className={css.more}>
          Could not load the checks: {error.message} <Button onPress={() => void refetch()}>Try again</Button>
        </p>
      )}
      <Foot
        preview={current && (current.refusal ?? previewOf(callOf(current), context))}
        isStep={step !== undefined || mode !== undefined}
      />
    </Command>
  )
}

/** What choosing this row would do, as far as everything it needs is known. */
function previewOf(call: string, context: Context): string | undefined {
  const plan = prepare({ call, origin: 'palette' }, context, findCommand)
  return plan.step === 'run' || plan.step === 'confirm' ? plan.command.preview?.(plan.known) : undefined
}
