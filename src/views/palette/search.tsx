import { useQuery } from '@tanstack/react-query'
import { Command, useCommandState } from 'cmdk'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { checks } from '../../api/checks'
import { parseCall } from '../../commands/call'
import { answers, withArgument } from '../../commands/prepare'
import { findCommand } from '../../commands/registry'
import { caps, spoken } from '../../keymap/display'
import { formatCount } from '../../lib/format'
import { Button } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { StatusShape } from '../../ui/status'
import { say } from '../../ui/voice'
import { useConsole } from '../shell/console'
import { readUses } from './history'
import { find, modeOf, modes, type Mode } from './modes'
import type { PaletteRequest } from './palette'
import css from './palette.module.css'
import { checkItems, commandItems, type Item, optionItems } from './sources'

type Props = {
  request: PaletteRequest
  onClose: () => void
  onRun: (call: string) => void
}

const noChecks: never[] = []

/** The input and its list. Ranking is ours; cmdk keeps the highlight and the markup. */
export function Search({ request: { context, plan, mode: firstMode }, onClose, onRun }: Props) {
  const [step, setStep] = useState(plan?.step === 'ask' ? plan : undefined)
  const [mode, setMode] = useState<Mode | undefined>(modeOf(firstMode ?? ''))
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState('')
  // Withheld while typing: a screen reader that reads the new top row after every letter cannot be typed against.
  const [pointsAtRow, setPointsAtRow] = useState(false)
  const [history] = useState(() => ({ uses: readUses(), now: Date.now() }))
  const input = useRef<HTMLInputElement>(null)
  const { data: loaded = noChecks, isPending, error, refetch } = useQuery(checks.summary())

  const items = useMemo(() => {
    const things = checkItems(loaded, history)
    if (step) return optionItems(step.slot, context, () => things)
    const all = [...commandItems(context, history), ...things]
    return mode ? all.filter(({ section }) => section === modes[mode].section) : all
  }, [loaded, history, step, context, mode])
  const { rows, total } = useMemo(() => find(query, items), [query, items])
  // The highlight belongs to a row, not to a position; it falls back to the first, also when that arrives late.
  const current = rows.find(({ id }) => id === chosen) ?? rows[0]
  const needsChecks = step ? step.slot.options.from === 'index' : mode !== '>'

  const resultKey = `${query}\n${mode}\n${step?.slotName}`
  useSpoken(rows, total, step?.slot.label, resultKey)

  function choose(item: Item) {
    if (item.refusal !== undefined) return say(item.refusal, { urgent: true })
    if (step) return onRun(withArgument(step.call, step.slotName, item.call))
    const command = findCommand(parseCall(item.call).id)
    const known = command && answers(command, parseCall(item.call), context)
    const missing = Object.entries(command?.slots ?? {}).find(([name]) => known?.[name] === undefined)
    if (!command || !known || !missing) return onRun(item.call)
    setChosen('')
    setStep({ step: 'ask', command, call: parseCall(item.call), slotName: missing[0], slot: missing[1], known })
    setQuery('')
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
    const typedMode = !step && !mode && query === '' ? modeOf(text) : undefined
    setPointsAtRow(false)
    setChosen('')
    if (typedMode) setMode(typedMode)
    else setQuery(text)
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
        {step && <Chip onPress={back}>{step.command.title}</Chip>}
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
        item={current}
        previewOf={(item) => preview(item, step)}
        isStep={step !== undefined || mode !== undefined}
      />
    </Command>
  )

  function preview(item: Item, at: typeof step): string | undefined {
    if (item.refusal !== undefined) return item.refusal
    const call = parseCall(at ? withArgument(at.call, at.slotName, item.call) : item.call)
    const command = findCommand(call.id)
    const known = command && answers(command, call, context)
    const isKnown = Object.keys(command?.slots ?? {}).every((name) => known?.[name] !== undefined)
    return isKnown && known ? command.preview?.(known) : undefined
  }
}

function Chip({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <button type="button" className={css.chip} tabIndex={-1} onClick={onPress} aria-label={`${children}, go back`}>
      {children}
    </button>
  )
}

function Row({ item, heading, onChoose }: { item: Item; heading: string | undefined; onChoose: () => void }) {
  const { keys } = useConsole()
  const key = keys.find(({ call, fixed }) => call === item.call && !fixed)
  const description = [item.group, item.hint, key && `Shortcut ${spoken(key.keys)}`, item.refusal]
    .filter(Boolean)
    .join('. ')
  return (
    <>
      {heading && (
        <div className={css.heading} aria-hidden="true">
          {heading}
        </div>
      )}
      <Command.Item
        value={item.id}
        onSelect={onChoose}
        className={css.row ?? ''}
        data-refused={item.refused}
        aria-label={item.health ? `${item.title}, ${item.health}` : item.title}
        aria-description={description}
      >
        <span className={css.sign} aria-hidden="true">
          {item.health && <StatusShape health={item.health} />}
        </span>
        <bdi className={css.title}>{item.title}</bdi>
        <span className={css.hint} aria-hidden="true">
          {item.refusal ?? item.hint ?? item.group}
        </span>
        {key && <Kbd caps={caps(key.keys)} />}
      </Command.Item>
    </>
  )
}

/** Points the input at the highlighted row, after cmdk has moved the highlight. */
function ActiveDescendant({ input, isOn }: { input: RefObject<HTMLInputElement | null>; isOn: boolean }) {
  const value = useCommandState((state) => state.value)
  useLayoutEffect(() => {
    const list = document.querySelector('[cmdk-list]')
    if (list) input.current?.setAttribute('aria-controls', list.id)
    const row = document.querySelector(`[cmdk-item][data-value="${CSS.escape(value)}"]`)
    if (isOn && row) input.current?.setAttribute('aria-activedescendant', row.id)
    else input.current?.removeAttribute('aria-activedescendant')
  }, [input, value, isOn])
  return null
}

type FootProps = { item: Item | undefined; previewOf: (item: Item) => string | undefined; isStep: boolean }

function Foot({ item, previewOf, isStep }: FootProps) {
  return (
    <div className={css.foot}>
      <p className={css.preview}>{item && previewOf(item)}</p>
      <p className={css.keys} aria-hidden="true">
        <Kbd caps={[['↵']]} /> {isStep ? 'choose' : 'run'}
        <Kbd caps={[['↑'], ['↓']]} /> move
        <Kbd caps={[['Esc']]} /> {isStep ? 'back' : 'close'}
      </p>
    </div>
  )
}

/** The result in one sentence, when the hands rest; nothing once the palette has gone. */
function useSpoken(rows: readonly Item[], total: number, step: string | undefined, resultKey: string) {
  const isOpening = useRef(true)
  const first = rows[0]
  useEffect(() => () => say('', { key: 'palette' }), [])
  useEffect(() => {
    const what = isOpening.current ? `${step ?? 'Command palette'}. ` : ''
    isOpening.current = false
    say(first ? `${what}${formatCount(total, 'result')}. ${first.title}` : `${what}No results`, { key: 'palette' })
    // Said when the query changes, not when data is renewed under it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [resultKey])
}
