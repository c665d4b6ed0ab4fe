import { Check, X } from 'lucide-react'
import { Fragment, type ReactNode, useLayoutEffect } from 'react'
import type { Choice } from '@/shared/forms/choice'
import css from './list.module.css'

type Props<C extends Choice> = {
  id: string
  label: string
  options: readonly C[]
  /** The index of the active option; -1 for none. */
  active: number
  isSelected: (option: C) => boolean
  /** Whether several options can be selected. */
  isMany?: boolean
  /** Whether an option is excluded, where options can be excluded as well as selected. */
  isExcluded?: (option: C) => boolean
  onPick: (option: C) => void
  onPoint: (index: number) => void
}

export const optionId = (id: string, index: number) => (index < 0 ? undefined : `${id}-${index}`)

/** The list of a combobox. Focus stays in the control, which references the active option by id. */
export function OptionList<C extends Choice>({
  id,
  label,
  options,
  active,
  isSelected,
  onPick,
  onPoint,
  ...rest
}: Props<C>) {
  const { isMany, isExcluded = () => false } = rest
  useLayoutEffect(() => {
    document.getElementById(optionId(id, active) ?? '')?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const renderOption = (option: C, index: number) => (
    // The control keeps focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      key={option.value}
      id={optionId(id, index)}
      role="option"
      className={css.option}
      aria-selected={isSelected(option) || isExcluded(option)}
      data-active={index === active || undefined}
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={() => index !== active && onPoint(index)}
      onClick={() => onPick(option)}
    >
      <span className={css.tick} data-is={isExcluded(option) ? 'excluded' : undefined}>
        {isSelected(option) && <Check size={13} strokeWidth={2} aria-hidden="true" />}
        {isExcluded(option) && <X size={13} strokeWidth={2} aria-hidden="true" />}
      </span>
      <span className={css.name}>
        {isExcluded(option) && <span className="visually-hidden">not </span>}
        {option.label}
      </span>
      {option.hint && <span className={css.hint}>{option.hint}</span>}
    </div>
  )
  return (
    <div id={id} role="listbox" aria-label={label} aria-multiselectable={isMany} className={css.list}>
      {groupOptions(options).map(({ group, from, members }) => {
        const rendered: ReactNode = members.map((option, at) => renderOption(option, from + at))
        return group === undefined ? (
          <Fragment key={from}>{rendered}</Fragment>
        ) : (
          <div key={from} role="group" aria-label={group}>
            <div className={css.group} aria-hidden="true">
              {group}
            </div>
            {rendered}
          </div>
        )
      })}
    </div>
  )
}

type Group<C> = { group: string | undefined; from: number; members: C[] }

function groupOptions<C extends Choice>(options: readonly C[]): Group<C>[] {
  const groups: Group<C>[] = []
  options.forEach((option, index) => {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.members.push(option)
    else groups.push({ group: option.group, from: index, members: [option] })
  })
  return groups
}
