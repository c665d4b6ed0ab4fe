import { useState } from 'react'
import { NOT_A_RUN_DURATION, parseRunDuration, runDurations } from '@/lib/health/run-duration'
import { SelectField } from '@/ui/form/fields/select'
import { SuggestField } from '@/ui/form/fields/suggest'
import css from './history.module.css'

export const resultNames = { healthy: 'Healthy', unhealthy: 'Unhealthy' } as const
type ResultName = keyof typeof resultNames

const ALL = ''
const results = Object.entries(resultNames).map(([value, label]) => ({ value, label }))
const durations = [{ value: ALL, label: 'All' }, ...runDurations.map((text) => ({ value: text, label: text }))]

export type HistoryFilterChanges = { result?: ResultName | undefined; duration?: string | undefined }

type Props = {
  result: ResultName | undefined
  duration: string | undefined
  onChange(changes: HistoryFilterChanges): void
}

/** Filters of the history: by result and by minimum duration. */
export function HistoryFilters({ result, duration, onChange }: Props) {
  return (
    <div role="group" aria-label="Filters of the history" className={css.filters}>
      <SelectField
        label="Status"
        noneLabel="All"
        placeholder="All"
        options={results}
        value={result ?? ''}
        onChange={(value) =>
          onChange({ result: results.some((one) => one.value === value) ? (value as ResultName) : undefined })
        }
      />
      <DurationField
        key={duration ?? ALL}
        duration={duration ?? ALL}
        onChange={(text) => onChange({ duration: text || undefined })}
      />
    </div>
  )
}

/** A listed duration applies at once. A typed one is validated and applied on Enter or on leaving the field. */
function DurationField({ duration, onChange }: { duration: string; onChange(text: string): void }) {
  const [text, setText] = useState(duration)
  const [isLeft, setLeft] = useState(duration !== ALL)
  const isReadable = text.trim() === ALL || parseRunDuration(text) !== undefined
  const apply = (next: string) => {
    setText(next)
    setLeft(false)
    if (durations.some(({ value }) => value === next)) onChange(next)
  }
  const leave = () => {
    setLeft(true)
    if (isReadable && text !== duration) onChange(text.trim())
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        leave()
      }}
    >
      <SuggestField
        label="Duration"
        placeholder="All"
        options={durations}
        value={text}
        onChange={apply}
        onBlur={leave}
        error={isLeft && !isReadable ? NOT_A_RUN_DURATION : undefined}
      />
    </form>
  )
}
