import { X } from 'lucide-react'
import css from './filter-chips.module.css'
import { type FilterField, type FilterSet, type FilterPart, summarizeFilter, setFilterState } from './filter'

type Props = {
  fields: readonly FilterField[]
  values: FilterSet
  /** The fields that change, with their new values. */
  onChange(changed: FilterSet): void
  /** Called when a chip is pressed, to show its field with all values. */
  onOpen(field: FilterField): void
  /** The label of several values that are not named one by one. */
  counted?: ((count: number, is: FilterPart['is']) => string) | undefined
}

/**
 * The active filters, with a chip per value. A chip opens the values of its field and can be removed.
 */
export function FilterChips({ fields, values, onChange, onOpen, counted }: Props) {
  const chips = fields.flatMap((field) =>
    summarizeFilter(values[field.field] ?? {}, field.values, counted).map((part) => ({ field, part }))
  )
  if (chips.length === 0) return null
  return (
    <ul className={css.chips} aria-label="Active filters">
      {chips.map(({ field, part }) => {
        const remove = () =>
          onChange({
            [field.field]: part.values.reduce(
              (rest, value) => setFilterState(rest, value, 'neutral'),
              values[field.field] ?? {}
            ),
          })
        const name = `${field.label}: ${part.is === 'exclude' ? 'not ' : ''}${part.label}`
        return (
          <li key={name} className={css.chip} data-is={part.is}>
            <button
              type="button"
              className={css.value}
              aria-haspopup="dialog"
              onClick={() => onOpen(field)}
              onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && remove()}
            >
              <span className={css.field}>{field.label}:</span> {part.is === 'exclude' && <Not />}
              <span className={css.label}>{part.label}</span>
              {part.count !== undefined && <Count of={part.count} />}
            </button>
            <button type="button" className={css.remove} aria-label={`Remove ${name}`} onClick={remove}>
              <X size={12} strokeWidth={2} aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const Not = () => (
  <>
    <em className={css.not}>not</em>{' '}
  </>
)

const Count = ({ of }: { of: number }) => (
  <>
    {' '}
    <span className={css.count}>{of.toLocaleString('en')}</span>
  </>
)
