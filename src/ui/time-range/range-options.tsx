import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import css from './time-range.module.css'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; name: string }[]
  value: V | undefined
  onChange(value: V): void
  autoFocus?: boolean
}

/** A list with a single selection. Selecting the current option again also calls `onChange`. */
export function RangeOptions<V extends string>({ label, options, value, onChange, autoFocus = false }: Props<V>) {
  return (
    <ListBox
      aria-label={label}
      className={css.options ?? ''}
      autoFocus={autoFocus && (options.some((option) => option.value === value) || 'first')}
      // Escape closes the dialog instead.
      escapeKeyBehavior="none"
      selectionMode="single"
      selectedKeys={value === undefined ? [] : [value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys === 'all' || keys.has(option.value))?.value ?? value
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {options.map((option) => (
        <ListBoxItem key={option.value} id={option.value} textValue={option.name} className={css.option ?? ''}>
          {option.name}
        </ListBoxItem>
      ))}
    </ListBox>
  )
}
