import { type KeyboardEvent, useState } from 'react'
import { formatGoDuration, parseDuration } from '@/shared/duration'
import type { UnitSet } from '@/shared/forms/form-description'
import { joinAmount, readNumber, splitAmount } from '@/lib/amount'
import css from '../field.module.css'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'

type NumberProps = ControlledFieldProps<number | null> & {
  name?: string | undefined
  /** Shown after the number and read with it, such as `%` or `ms`. */
  unit?: string | undefined
  min?: number | undefined
  max?: number | undefined
  /** The change per arrow key press. */
  step?: number | undefined
}

/** A number field. Its value is NaN while the text is not a number, and null while it is empty. */
export function NumberField({ value, onChange, name, unit, min, max, step = 1, ...field }: NumberProps) {
  // The typed text is shown as long as it represents the value.
  const [typed, setTyped] = useState<string>()
  const text = typed !== undefined && Object.is(readNumber(typed), value) ? typed : formatNumber(value)
  function onKeyDown(event: KeyboardEvent) {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0 || field.isReadOnly || Number.isNaN(value)) return
    event.preventDefault()
    const next = Number(((value ?? 0) + direction * step).toFixed(10))
    onChange(Math.max(min ?? -Infinity, Math.min(max ?? Infinity, next)))
  }
  return (
    <FieldFrame {...field}>
      {(wiring) => (
        <div className={`${css.control} ${css.joined} ${css.short}`} data-readonly={field.isReadOnly || undefined}>
          <input
            {...wiring}
            role="spinbutton"
            aria-valuenow={value === null || Number.isNaN(value) ? undefined : value}
            aria-valuetext={value === null || Number.isNaN(value) || !unit ? undefined : `${value} ${unit}`}
            aria-valuemin={min}
            aria-valuemax={max}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            readOnly={field.isReadOnly}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange(readNumber(event.target.value))
            }}
            onKeyDown={onKeyDown}
          />
          {unit && (
            <span className={css.unit} aria-hidden="true">
              {unit}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

const formatNumber = (value: number | null) => (value === null || Number.isNaN(value) ? '' : String(value))

/** A number with a unit, stored as written, such as `512Mi`. */
export function AmountField({ value, onChange, set, ...field }: ControlledFieldProps<string> & { set: UnitSet }) {
  // A unit selected before a number is entered is not part of the text yet.
  const [pendingUnit, setPendingUnit] = useState<string>()
  const split = splitAmount(value, set)
  const amount = value === '' && pendingUnit !== undefined ? { ...split, unit: pendingUnit } : split
  return (
    <FieldFrame {...field}>
      {(wiring, labelId) => (
        <div className={`${css.control} ${css.joined} ${css.short}`} data-readonly={field.isReadOnly || undefined}>
          <input
            {...wiring}
            inputMode="decimal"
            autoComplete="off"
            value={amount.number}
            readOnly={field.isReadOnly}
            onChange={(event) => onChange(joinAmount({ ...amount, number: event.target.value }))}
          />
          {set.units.length === 1 || field.isReadOnly ? (
            <span className={css.unit}>{amount.unit}</span>
          ) : (
            <select
              className={css.unit}
              aria-label="Unit"
              aria-describedby={labelId}
              value={amount.unit}
              onChange={({ target }) => {
                setPendingUnit(target.value)
                onChange(joinAmount({ ...amount, unit: target.value }))
              }}
            >
              {set.units.map((unit) => (
                <option key={unit}>{unit}</option>
              ))}
            </select>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** A duration in Go's notation, which may have several units. The parsed duration is shown next to it. */
export function DurationField({ value, onChange, ...field }: ControlledFieldProps<string>) {
  const ms = parseDuration(value)
  const read = ms === undefined ? '' : formatGoDuration(ms)
  return (
    <FieldFrame {...field}>
      {(wiring) => (
        <div className={`${css.control} ${css.joined} ${css.short}`} data-readonly={field.isReadOnly || undefined}>
          <input
            {...wiring}
            value={value}
            placeholder="30s, 5m, 1h30m"
            autoComplete="off"
            spellCheck={false}
            readOnly={field.isReadOnly}
            onChange={(event) => onChange(event.target.value)}
          />
          {read !== '' && read !== value.trim() && <span className={css.unit}>= {read}</span>}
        </div>
      )}
    </FieldFrame>
  )
}
