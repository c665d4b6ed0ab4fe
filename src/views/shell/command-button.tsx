import type { ReactNode } from 'react'
import { contextIn } from '../../commands/context'
import { answers, isComplete, offerOf } from '../../commands/prepare'
import { parseCall } from '../../commands/call'
import { titleOf } from '../../commands/command'
import { findCommand } from '../../commands/registry'
import { ariaKeyshortcuts, spoken } from '../../keymap/display'
import type { LiveKey } from '../../keymap/live'
import { Button } from '../../ui/button'
import { useConsole } from './console'
import { usePlaces } from './place'

type Props = {
  /** A written call. */
  call: string
  tone?: 'plain' | 'primary' | 'bare'
  /** Instead of the title, where that is said by what stands around. */
  label?: string
  /** An icon; the label is then its name. */
  icon?: ReactNode
  /** After an icon, show the label too. */
  isLabelled?: boolean
  children?: ReactNode
  isPressed?: boolean
  className?: string | undefined
}

/** A button that runs a command. Name, shortcut and the reason why it cannot run come from the definition. */
export function CommandButton({ call, tone, label, icon, isLabelled, children, isPressed, className }: Props) {
  const { perform, circumstances, keys } = useConsole()
  const places = usePlaces()
  const parsed = parseCall(call)
  const command = findCommand(parsed.id)
  if (!command) return null
  const context = contextIn(places, circumstances)
  const known = answers(command, parsed, context)
  const offer = offerOf(command, context, known)
  if (offer === false) return null
  const title = `${label ?? titleOf(command, known)}${isComplete(command, known) ? '' : '…'}`
  const shortcuts = keys.filter((key) => key.call === call && !key.fixed)
  return (
    <Button
      tone={tone ?? 'plain'}
      label={icon && !isLabelled ? title : undefined}
      description={describe(shortcuts)}
      refusal={offer === true ? undefined : offer}
      shortcuts={ariaKeyshortcuts(shortcuts)}
      className={className}
      onPress={() => void perform({ call, origin: 'button' }, places)}
      {...(isPressed === undefined ? {} : { isPressed })}
    >
      {icon}
      {icon && !isLabelled ? null : <span>{title}</span>}
      {children}
    </Button>
  )
}

const describe = ([first]: readonly LiveKey[]) => first && `Shortcut: ${spoken(first.keys)}`
