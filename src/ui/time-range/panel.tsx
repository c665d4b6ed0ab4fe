import { type ReactNode, type RefObject, useId } from 'react'
import { calendarRanges, futureRanges, pastRanges } from '../../lib/time/lists'
import { absoluteRange, type TimeRange } from '../../lib/time/range'
import type { RecentRange } from '../../lib/time/recent'
import { Button } from '../button'
import { DateInputs } from './date-inputs'
import { PanelDialog, RangeOptions } from './panel-parts'
import css from './time-range.module.css'

type Props = {
  anchor: RefObject<HTMLElement | null>
  label: string
  value: TimeRange | undefined
  recent: readonly RecentRange[]
  direction: 'past' | 'future'
  onChange(range: TimeRange | undefined): void
  onClose(): void
}

/** The content of the full picker, loaded together with the calendar when the picker is first opened. */
export default function Panel({ anchor, label, value, recent, direction, onChange, onClose }: Props) {
  const dates = value?.type === 'absolute' ? value : undefined
  return (
    <PanelDialog anchor={anchor} label={label} className={css.panel} onClose={onClose}>
      <div className={css.lists}>
        <Section title={direction === 'past' ? 'Up to now' : 'From now'}>
          {(title) => (
            <RangeOptions
              label={title}
              ranges={direction === 'past' ? pastRanges : futureRanges}
              value={value}
              onChange={onChange}
              autoFocus={value?.type !== 'absolute' && value?.type !== 'mapped'}
            />
          )}
        </Section>
        {/* Calendar ranges end now or earlier, so they are not offered for the future. */}
        {direction === 'past' && (
          <Section title="Calendar">
            {(title) => (
              <RangeOptions
                label={title}
                ranges={calendarRanges}
                value={value}
                onChange={onChange}
                autoFocus={value?.type === 'mapped'}
              />
            )}
          </Section>
        )}
      </div>
      <div className={css.dates}>
        <DateInputs value={dates} onChange={onChange} direction={direction} autoFocus={dates !== undefined} />
        {recent.length > 0 && (
          <Section title="Recent">
            {(title) => (
              <RangeOptions
                label={title}
                ranges={recent.map(({ from, to }) => absoluteRange(new Date(from), new Date(to)))}
                value={value}
                onChange={onChange}
              />
            )}
          </Section>
        )}
        {value && (
          <Button tone="bare" className={css.clear} onPress={() => onChange(undefined)}>
            Clear time range
          </Button>
        )}
      </div>
    </PanelDialog>
  )
}

function Section({ title, children }: { title: string; children: (title: string) => ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.section}>
      <h3 id={id} className={css.heading}>
        {title}
      </h3>
      {children(title)}
    </section>
  )
}
