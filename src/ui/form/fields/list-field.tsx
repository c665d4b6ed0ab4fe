import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useFieldArray, useFormState } from 'react-hook-form'
import { Button } from '../../button'
import { announce } from '../../voice'
import { findListError } from '../bind'
import { useFormContextValue } from '../form-context'
import { FieldGroupFrame } from '../field-frame'
import css from './list-field.module.css'

type Props = {
  name: string
  label: string
  help?: ReactNode
  isRequired?: boolean | undefined
  /** The label of one item, such as `Step`. */
  itemLabel: string
  /** The values of a new item. */
  initial: () => Record<string, unknown>
  /** The fields of one item. Their names begin with `prefix`, such as `steps.0`. */
  children: (prefix: string, index: number) => ReactNode
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A list of items with the same fields. The user can add, remove and reorder items. */
export function ListField({ name, label, help, isRequired, itemLabel, initial, children }: Props) {
  const { fields, append, remove, move } = useFieldArray({ name })
  const { errors } = useFormState({ name })
  const { isReadOnly } = useFormContextValue()
  const box = useRef<HTMLOListElement>(null)
  const count = fields.length

  const focusOn = (index: number, selector: string) =>
    requestAnimationFrame(() => {
      const item = box.current?.children[index]
      const target = item?.querySelector<HTMLElement>(selector) ?? item?.querySelector<HTMLElement>('button')
      ;(target ?? box.current?.parentElement?.querySelector<HTMLElement>('[data-add] button'))?.focus()
    })
  const add = () => {
    append(initial(), { shouldFocus: false })
    focusOn(count, firstControl)
  }
  const removeAt = (index: number) => {
    remove(index)
    announce(`Removed ${itemLabel.toLowerCase()} ${index + 1}; ${count - 1} left.`)
    // Focus moves to the next item, or to the previous one after the last.
    focusOn(Math.min(index, count - 2), firstControl)
  }
  const moveTo = (from: number, to: number) => {
    move(from, to)
    announce(`${itemLabel} ${from + 1} is now ${to + 1} of ${count}.`)
    const isUp = to < from
    const canContinue = isUp ? to > 0 : to < count - 1
    focusOn(to, `[data-move="${isUp === canContinue ? 'up' : 'down'}"] button`)
  }
  return (
    <FieldGroupFrame label={label} help={help} isRequired={isRequired} error={findListError(errors, name)}>
      <ol ref={box} className={css.items}>
        {fields.map(({ id }, index) => (
          <li key={id} className={css.item}>
            <div role="group" aria-label={`${itemLabel} ${index + 1}`} className={css.fields}>
              <div className={css.head}>
                <span className={css.title} aria-hidden="true">
                  {itemLabel} {index + 1}
                </span>
                {!isReadOnly && (
                  <>
                    <span data-move="up">
                      <Button
                        tone="bare"
                        label={`Move ${itemLabel.toLowerCase()} ${index + 1} up`}
                        refusal={index === 0 ? 'Already the first.' : undefined}
                        onPress={() => moveTo(index, index - 1)}
                      >
                        <ArrowUp {...icon} />
                      </Button>
                    </span>
                    <span data-move="down">
                      <Button
                        tone="bare"
                        label={`Move ${itemLabel.toLowerCase()} ${index + 1} down`}
                        refusal={index === count - 1 ? 'Already the last.' : undefined}
                        onPress={() => moveTo(index, index + 1)}
                      >
                        <ArrowDown {...icon} />
                      </Button>
                    </span>
                    <Button
                      tone="bare"
                      label={`Remove ${itemLabel.toLowerCase()} ${index + 1}`}
                      onPress={() => removeAt(index)}
                    >
                      <X {...icon} />
                    </Button>
                  </>
                )}
              </div>
              {children(`${name}.${index}`, index)}
            </div>
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <span data-add>
          <Button onPress={add}>
            <Plus {...icon} />
            Add {itemLabel.toLowerCase()}
          </Button>
        </span>
      )}
    </FieldGroupFrame>
  )
}

const firstControl = 'input, textarea, select, [role="combobox"]'
