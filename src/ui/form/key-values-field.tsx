import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../button'
import { say } from '../voice'
import fieldCss from './field.module.css'
import { type FieldOf, GroupFrame } from './frame'
import css from './key-values.module.css'
import { fromRow, type KeyValue, type Row, type Source, sources, toRow } from './key-values'

type Props = FieldOf<readonly KeyValue[]> & {
  /** Only values that are written here. */
  isPlain?: boolean | undefined
}

/** Named values in a table: written here, or taken from a secret or config map. */
export function KeyValuesField({ value, onChange, isPlain = false, ...field }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const rows = value.map(toRow)
  const focusOn = (row: number) =>
    requestAnimationFrame(() => {
      const found = box.current?.querySelector<HTMLElement>(`[data-row="${row}"] input`)
      ;(found ?? box.current?.querySelector<HTMLElement>('[data-add] button'))?.focus()
    })
  const change = (at: number, part: Partial<Row>) =>
    onChange(rows.map((row, index) => fromRow(index === at ? { ...row, ...part } : row)))
  const add = () => {
    onChange([...value, { name: '', value: '' }])
    focusOn(value.length)
  }
  const remove = (at: number) => {
    onChange(value.filter((_one, index) => index !== at))
    say(`Removed ${rows[at]?.name || `row ${at + 1}`}.`)
    focusOn(Math.min(at, value.length - 2))
  }
  return (
    <GroupFrame {...field}>
      <div ref={box} className={css.table}>
        {rows.map((row, at) => {
          const of = row.name === '' ? `row ${at + 1}` : row.name
          const part = (label: string, now: string, set: (text: string) => void) => (
            <input
              key={label}
              className={`${fieldCss.control} ${fieldCss.mono}`}
              aria-label={label === 'Name' ? `Name, row ${at + 1}` : `${label} of ${of}`}
              placeholder={label}
              value={now}
              readOnly={field.isReadOnly}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set(event.target.value)}
            />
          )
          return (
            // The rows have nothing else that would tell them apart while a name is being typed.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={at} className={css.row} data-row={at}>
              {part('Name', row.name, (name) => change(at, { name }))}
              {!isPlain && (
                <select
                  className={`${fieldCss.control} ${css.source}`}
                  aria-label={`Source of ${of}`}
                  value={row.source}
                  disabled={field.isReadOnly}
                  onChange={(event) => change(at, { source: event.target.value as Source })}
                >
                  {sources.map(({ source, label }) => (
                    <option key={source} value={source}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
              {row.source === 'value' ? (
                part('Value', row.value, (text) => change(at, { value: text }))
              ) : (
                <span className={css.pair}>
                  {part(row.source === 'secret' ? 'Secret' : 'Config map', row.from.name, (name) =>
                    change(at, { from: { ...row.from, name } })
                  )}
                  {part('Key', row.from.key, (key) => change(at, { from: { ...row.from, key } }))}
                </span>
              )}
              {!field.isReadOnly && (
                <Button tone="bare" label={`Remove ${of}`} onPress={() => remove(at)}>
                  <X size={14} strokeWidth={1.75} aria-hidden="true" />
                </Button>
              )}
            </div>
          )
        })}
        {rows.length === 0 && <p className={fieldCss.muted}>None.</p>}
        {!field.isReadOnly && (
          <span data-add>
            <Button onPress={add}>
              <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
              Add
            </Button>
          </span>
        )}
      </div>
    </GroupFrame>
  )
}
