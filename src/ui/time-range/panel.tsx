import { type ReactNode, type RefObject, useId, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { futureRanges, pastRanges, quickRangeNames } from '../../lib/time/lists'
import { absoluteRange, mappedRange, relativeRange, type TimeRange } from '../../lib/time/range'
import type { RecentRange } from '../../lib/time/recent'
import { Button } from '../button'
import { useTimeDisplay } from '../time'
import { DateInputs } from './date-inputs'
import { formatDateRange } from './format-range'
import { RangeOptions } from './range-options'
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

const relativeOptions = (ranges: readonly string[]) =>
  ranges.map((range) => ({ value: range, name: relativeRange(range).display }))
const relatives = { past: relativeOptions(pastRanges), future: relativeOptions(futureRanges) }
const quick = quickRangeNames.map((name) => ({ value: name as string, name }))

const rangeKey = (range: RecentRange) => `${range.from}/${range.to}`

/** The content of the picker, loaded together with the calendar when the picker is first opened. */
export default function Panel({ anchor, label, value, recent, direction, onChange, onClose }: Props) {
  const { timeZone } = useTimeDisplay()
  const [now] = useState(() => new Date())
  const recentOptions = recent.map((range) => ({ value: rangeKey(range), name: formatDateRange(range, now, timeZone) }))
  return (
    <Popover
      isOpen
      triggerRef={anchor}
      placement="bottom end"
      offset={4}
      onOpenChange={onClose}
      className={css.popover ?? ''}
    >
      <Dialog aria-label={label} className={css.panel ?? ''}>
        <div className={css.lists}>
          <Section title={direction === 'past' ? 'Up to now' : 'From now'}>
            {(title) => (
              <RangeOptions
                label={title}
                options={relatives[direction]}
                value={value?.type === 'relative' ? value.range : undefined}
                onChange={(range) => onChange(relativeRange(range))}
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
                  options={quick}
                  value={value?.type === 'mapped' ? value.display : undefined}
                  onChange={(name) => onChange(mappedRange(name))}
                  autoFocus={value?.type === 'mapped'}
                />
              )}
            </Section>
          )}
        </div>
        <div className={css.dates}>
          <DateInputs
            value={value?.type === 'absolute' ? value : undefined}
            onChange={onChange}
            direction={direction}
            autoFocus={value?.type === 'absolute'}
          />
          {recentOptions.length > 0 && (
            <Section title="Recent">
              {(title) => (
                <RangeOptions
                  label={title}
                  options={recentOptions}
                  value={value?.type === 'absolute' ? rangeKey(value) : undefined}
                  onChange={(chosen) => {
                    const range = recent.find((one) => rangeKey(one) === chosen)
                    if (range) onChange(absoluteRange(new Date(range.from), new Date(range.to)))
                  }}
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
      </Dialog>
    </Popover>
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
