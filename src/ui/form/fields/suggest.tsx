import { useState } from 'react'
import { schedules, type ScheduleSet } from '@/shared/forms/schedules'
import { ComboBox } from '../popup/combo-box'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'
import type { Choice } from '@/shared/forms/choice'

type Props = ControlledFieldProps<string> & {
  /** Suggestions. Any other text is allowed. */
  options: readonly Choice[]
  placeholder?: string | undefined
  isMono?: boolean | undefined
}

/** A text field with suggestions. */
export function SuggestField({ value, onChange, options, placeholder, isMono, ...rest }: Props) {
  const { onBlur, ...field } = rest
  const [isOpen, setOpen] = useState(false)
  // The list shows all suggestions when it opens; typing narrows it.
  const [isNarrowed, setNarrowed] = useState(false)
  const query = value.trim().toLowerCase()
  const found = isNarrowed ? options.filter(({ label }) => label.toLowerCase().includes(query)) : options
  return (
    <FieldFrame
      {...field}
      onBlur={() => {
        setOpen(false)
        onBlur?.()
      }}
    >
      {(wiring) => (
        <ComboBox
          wiring={wiring}
          label={field.label}
          text={value}
          placeholder={placeholder}
          isReadOnly={field.isReadOnly}
          isMono={isMono}
          options={found}
          status=""
          isOpen={isOpen}
          onOpenChange={(next) => {
            setOpen(next)
            setNarrowed(false)
          }}
          onType={(text) => {
            setNarrowed(true)
            onChange(text)
          }}
          onPick={(option) => {
            onChange(option.value)
            return true
          }}
          isSelected={(option) => option.value === value}
          start={-1}
        />
      )}
    </FieldFrame>
  )
}

/** A common schedule, or any other that `findScheduleError` accepts. */
export function ScheduleField({
  set = 'default',
  ...field
}: ControlledFieldProps<string> & { set?: ScheduleSet | undefined }) {
  const options = schedules[set].map((text) => ({ value: text, label: text }))
  return <SuggestField {...field} options={options} placeholder="@every 5m, or a cron line" isMono />
}
