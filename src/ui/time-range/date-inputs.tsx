import { type CalendarDate, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { FieldError } from 'react-aria-components/FieldError'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import { Text } from 'react-aria-components/Text'
import { TextField } from 'react-aria-components/TextField'
import { formatExact, formatTimestamp } from '../../lib/format-date'
import { loadNatural } from '../../lib/time/natural'
import { formatMoment, parseMoment } from '../../lib/time/parse'
import { isNoDate } from '../../lib/time/dates'
import { absoluteRange, type TimeRange } from '../../lib/time/range'
import { Button } from '../button'
import { useTimeDisplay } from '../time'
import { useLoaded } from '../use-loaded'
import css from './time-range.module.css'

type Props = {
  value: Extract<TimeRange, { type: 'absolute' }> | undefined
  onChange(range: TimeRange): void
  direction: 'past' | 'future'
  autoFocus: boolean
}

const examples = {
  past: { from: 'yesterday 17:00, 2026-11-20 08:00', to: '2h ago, now' },
  future: { from: 'now, tomorrow 9:00', to: 'in 2h, monday 17:00' },
} as const

/** Two dates as text or by the calendar, which fills in the same two fields. */
export function DateInputs({ value, onChange, direction, autoFocus }: Props) {
  const { timeZone } = useTimeDisplay()
  const parser = useLoaded(loadNatural)
  const [texts, setTexts] = useState({
    from: value ? formatMoment(new Date(value.from), timeZone) : '',
    to: value ? formatMoment(new Date(value.to), timeZone) : '',
  })
  const [now] = useState(() => new Date())
  const reading = { now, timeZone, natural: parser.is === 'ready' ? parser.value : undefined }
  const from = parseMoment(texts.from, reading)
  const to = parseMoment(texts.to, reading, 'end')
  const refusal = findError(texts, from, to)

  const form = useRef<HTMLFormElement>(null)
  /** The field with the reason: the first one without a date, or the start of an empty range. */
  function focusReason() {
    const [fromField, toField] = form.current?.querySelectorAll('input') ?? []
    const field = from && !to ? toField : fromField
    field?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (refusal === undefined && from && to) return onChange(absoluteRange(from, to))
    focusReason()
  }
  const dayOf = (at: Date) => parseDate(formatTimestamp(at, timeZone).slice(0, 10))
  // The end is exclusive, so midnight belongs to the day before.
  const days = from && to && from < to ? { start: dayOf(from), end: dayOf(new Date(to.getTime() - 1)) } : null

  return (
    <form ref={form} className={css.form} onSubmit={submit} aria-label="From and to">
      <Moment
        label="From"
        text={texts.from}
        at={from}
        example={examples[direction].from}
        onChange={(written) => setTexts({ ...texts, from: written })}
        autoFocus={autoFocus}
      />
      <Moment
        label="To"
        text={texts.to}
        at={to}
        example={examples[direction].to}
        onChange={(written) => setTexts({ ...texts, to: written })}
      />
      <DayRange days={days} onChange={({ start, end }) => setTexts({ from: start.toString(), to: end.toString() })} />
      <Button type="submit" tone="primary" refusal={refusal}>
        Apply
      </Button>
    </form>
  )
}

function findError(texts: { from: string; to: string }, from: Date | undefined, to: Date | undefined) {
  if (isNoDate(texts.from) || isNoDate(texts.to)) return 'Fill in From and To first.'
  if (!from || !to) return `${from ? 'To' : 'From'} is not a date.`
  return from < to ? undefined : 'From must be before To.'
}

type MomentProps = {
  label: string
  text: string
  at: Date | undefined
  example: string
  onChange(text: string): void
  autoFocus?: boolean
}

/** A date as free text, with the parsed date below. */
function Moment({ label, text, at, example, onChange, autoFocus = false }: MomentProps) {
  const { format, timeZone } = useTimeDisplay()
  const isInvalid = !isNoDate(text) && !at
  return (
    <TextField
      value={text}
      onChange={onChange}
      isInvalid={isInvalid}
      autoFocus={autoFocus}
      validationBehavior="aria"
      className={css.field ?? ''}
    >
      <Label className={css.label ?? ''}>{label}</Label>
      <Input className={css.input ?? ''} autoComplete="off" spellCheck={false} placeholder={example} />
      {isInvalid ? (
        <FieldError className={css.wrong ?? ''}>Not a date. Try 2h ago, yesterday 17:00 or 2026-11-20.</FieldError>
      ) : (
        <Text slot="description" className={css.read ?? ''}>
          {at ? formatExact(at, format, timeZone) : `Free text in ${timeZone}`}
        </Text>
      )}
    </TextField>
  )
}

type Days = { start: CalendarDate; end: CalendarDate }

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A calendar for a range of whole days. It is in English like the rest of the console, and weeks start on Monday. */
function DayRange({ days, onChange }: { days: Days | null; onChange(days: Days): void }) {
  return (
    <I18nProvider locale="en-GB">
      <RangeCalendar
        aria-label="Days"
        value={days}
        onChange={({ start, end }) => onChange({ start: start as CalendarDate, end: end as CalendarDate })}
        firstDayOfWeek="mon"
        className={css.calendar ?? ''}
      >
        <header className={css.month}>
          <AriaButton slot="previous" className={css.turn ?? ''}>
            <ChevronLeft {...icon} />
          </AriaButton>
          <Heading className={css.monthName ?? ''} level={3} />
          <AriaButton slot="next" className={css.turn ?? ''}>
            <ChevronRight {...icon} />
          </AriaButton>
        </header>
        <CalendarGrid weekdayStyle="short" className={css.days ?? ''}>
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className={css.weekday ?? ''}>{day.slice(0, 2)}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>{(date) => <CalendarCell date={date} className={css.day ?? ''} />}</CalendarGridBody>
        </CalendarGrid>
      </RangeCalendar>
    </I18nProvider>
  )
}
