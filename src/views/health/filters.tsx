import type { FilterValues } from '../../lib/filter-values'
import { FilterMenu } from '../../ui/filter/filter-menu'
import { ToggleField } from '../../ui/form/fields/toggle'
import { CommandButton } from '../shell/commands/command-button'
import css from './filters.module.css'
import { type LabelFilter, labelOf } from './narrow'

type Props = {
  hidePassing: boolean
  onHidePassing(hidePassing: boolean): void
  /** The labels of the checks, with their values. */
  options: ReadonlyMap<string, readonly string[]>
  labels: LabelFilter
  onLabels(labels: LabelFilter): void
}

const modes = { include: 1, exclude: -1 } as const

/** The filters of the list: passing checks, and labels. */
export function Filters({ hidePassing, onHidePassing, options, labels, onLabels }: Props) {
  return (
    <div className={css.filters} role="group" aria-label="Filters">
      <ToggleField kind="switch" label="Hide Passing" value={hidePassing} onChange={onHidePassing} />
      <section className={css.section} aria-labelledby="label-filters">
        <h2 id="label-filters" className={css.title}>
          Filter by Label
        </h2>
        {options.size === 0 && <p className={css.none}>No check has labels.</p>}
        {[...options].map(([key, values]) => (
          <FilterMenu
            key={key}
            label={key}
            options={values.map((value) => ({ value, label: value }))}
            value={valuesIn(labels, key, values)}
            onChange={(chosen) => onLabels(withValues(labels, key, values, chosen))}
            counted={(count, is) => `${is === 'include' ? 'including' : 'excluding'} ${count} labels`}
          />
        ))}
      </section>
      {(hidePassing || Object.keys(labels).length > 0) && <CommandButton call="list.clearFilters" tone="bare" />}
    </div>
  )
}

function valuesIn(labels: LabelFilter, key: string, values: readonly string[]): FilterValues {
  return Object.fromEntries(
    values.flatMap((value) => {
      const mode = labels[labelOf(key, value)]
      return mode === undefined ? [] : [[value, mode === 1 ? 'include' : 'exclude']]
    })
  )
}

function withValues(labels: LabelFilter, key: string, values: readonly string[], chosen: FilterValues): LabelFilter {
  const own = new Set(values.map((value) => labelOf(key, value)))
  return Object.fromEntries([
    ...Object.entries(labels).filter(([label]) => !own.has(label)),
    ...Object.entries(chosen).map(([value, mode]) => [labelOf(key, value), modes[mode]] as const),
  ])
}
