import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../button'
import { announce } from '../../voice'
import fieldCss from '../field.module.css'
import { type ControlledFieldProps, FieldGroupFrame } from '../field-frame'
import css from './key-values.module.css'
import { SourceInputs } from './source-field'
import type { KeyValue } from './value-source'

type Props = ControlledFieldProps<readonly KeyValue[]> & {
  /** Whether values can only be literal. */
  isPlain?: boolean | undefined
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A table of named values, each literal or taken from a secret or config map. */
export function KeyValuesField({ value, onChange, isPlain, ...field }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const focusOn = (row: number) =>
    requestAnimationFrame(() => {
      const found = box.current?.querySelector<HTMLElement>(`[data-row="${row}"] input`)
      ;(found ?? box.current?.querySelector<HTMLElement>('[data-add] button'))?.focus()
    })
  const replaceRow = (at: number, changed: KeyValue) =>
    onChange(value.map((one, index) => (index === at ? changed : one)))
  const add = () => {
    onChange([...value, { name: '', value: '' }])
    focusOn(value.length)
  }
  const remove = (at: number) => {
    onChange(value.filter((_one, index) => index !== at))
    announce(`Removed ${nameOf(value, at)}.`)
    focusOn(Math.min(at, value.length - 2))
  }
  return (
    <FieldGroupFrame {...field}>
      <div ref={box} className={css.table}>
        {value.map((one, at) => (
          // Names change while they are typed, so only the index identifies a row.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={css.row} data-row={at}>
            <input
              className={`${fieldCss.control} ${fieldCss.mono}`}
              aria-label={`Name, row ${at + 1}`}
              placeholder="Name"
              value={one.name}
              readOnly={field.isReadOnly}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => replaceRow(at, { ...one, name: event.target.value })}
            />
            <SourceInputs
              of={nameOf(value, at)}
              value={one}
              onChange={(source) => replaceRow(at, { name: one.name, ...source })}
              isReadOnly={field.isReadOnly}
              isPlain={isPlain}
            />
            {!field.isReadOnly && (
              <Button tone="bare" label={`Remove ${nameOf(value, at)}`} onPress={() => remove(at)}>
                <X {...icon} />
              </Button>
            )}
          </div>
        ))}
        {value.length === 0 && <p className={fieldCss.muted}>None.</p>}
        {!field.isReadOnly && (
          <span data-add>
            <Button onPress={add}>
              <Plus {...icon} />
              Add
            </Button>
          </span>
        )}
      </div>
    </FieldGroupFrame>
  )
}

const nameOf = (rows: readonly KeyValue[], at: number) => rows[at]?.name || `row ${at + 1}`
