import type { CalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import css from './time-range.module.css'

type Days = { start: CalendarDate; end: CalendarDate }

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A calendar for a range of whole days. It is in English like the rest of the console, and weeks start on Monday. */
export function DayRange({ days, onChange }: { days: Days | null; onChange(days: Days): void }) {
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
          <Button slot="previous" className={css.turn ?? ''}>
            <ChevronLeft {...icon} />
          </Button>
          <Heading className={css.monthName ?? ''} level={3} />
          <Button slot="next" className={css.turn ?? ''}>
            <ChevronRight {...icon} />
          </Button>
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
