import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { buildContext } from '@/commands/context'
import { resolveCallArgs, hasAllArgs, commandAvailability } from '@/commands/prepare'
import { formatCall, toCall } from '@/commands/call'
import { type CallSource, commandTitle } from '@/commands/command'
import { findCommand, knownCommands } from '@/commands/registry'
import { ariaKeyshortcuts, keyCaps, formatKeys } from '@/keymap/display'
import type { LiveKey } from '@/keymap/live'
import { Button } from '@/ui/button'
import { Kbd } from '@/ui/kbd'
import css from './command-button.module.css'
import { useConsole } from '../console'
import { useStore } from '../stores'
import { usePlaces } from './place'

type Props = {
  call: CallSource
  tone?: 'plain' | 'primary' | 'bare'
  /** Replaces the title if a shorter label is clear in its context. */
  label?: string
  /** Replaces the label in a narrow container. */
  short?: string
  /** An icon; the label becomes the accessible name. */
  icon?: ReactNode
  /** The current choice, if the command makes one: `Group by` and `Type`. */
  value?: string
  /** Shows the label after the icon, too. */
  isLabelled?: boolean
  children?: ReactNode
  isPressed?: boolean
  /** Whether the dialog that the button opens next to itself is open. */
  isExpanded?: boolean
  className?: string | undefined
}

/** A button that runs a command. The definition of the command has the title, the shortcut and the refusal. */
export function CommandButton({
  call,
  tone,
  label,
  short,
  value,
  icon,
  isLabelled,
  children,
  isPressed,
  isExpanded,
  className,
}: Props) {
  const { perform, environment, keys } = useConsole()
  const places = usePlaces()
  const { id, args } = toCall(call, findCommand)
  const command = useStore(knownCommands).find((one) => one.id === id)
  if (!command) return null
  const context = buildContext(places, environment)
  const known = resolveCallArgs(command, args, context)
  const offer = commandAvailability(command, context, known)
  if (offer === false) return null
  const asks = value === undefined && !hasAllArgs(command, known)
  const ellipsis = asks ? '…' : ''
  const title = `${label ?? commandTitle(command, known)}${ellipsis}`
  const states = {
    ...(isPressed === undefined ? {} : { isPressed }),
    ...(isExpanded === undefined ? {} : opening(isExpanded)),
  }
  const written = formatCall(call, findCommand)
  const shortcuts = keys.filter((key) => key.call === written && !key.fixed)
  // An action shows its key on the button; a control of a toolbar shows it in the tooltip.
  const shown = tone !== 'bare' && !icon && value === undefined ? shortcuts[0] : undefined
  return (
    <Button
      tone={tone ?? 'plain'}
      label={icon && !isLabelled ? title : undefined}
      description={describe(shortcuts)}
      refusal={offer === true ? undefined : offer}
      shortcuts={ariaKeyshortcuts(shortcuts)}
      className={className}
      onPress={() => void perform({ call, origin: 'button' }, places)}
      {...states}
    >
      {icon}
      {icon && !isLabelled ? null : value === undefined ? (
        <span className={short === undefined ? undefined : css.long}>{title}</span>
      ) : (
        <Chosen label={title} value={value} />
      )}
      {short !== undefined && <span className={css.short}>{`${short}${ellipsis}`}</span>}
      {children}
      {shown && <Kbd caps={keyCaps(shown.keys)} isInButton />}
    </Button>
  )
}

const Chosen = ({ label, value }: { label: string; value: string }) => (
  <>
    <span className={css.label} data-label>
      {label}
    </span>{' '}
    <span className={css.value}>{value}</span>
    <ChevronDown size={13} strokeWidth={1.75} aria-hidden="true" />
  </>
)

const opening = (isExpanded: boolean) => ({ isExpanded, hasPopup: 'dialog' as const })

const describe = ([first]: readonly LiveKey[]) => first && `Shortcut: ${formatKeys(first.keys)}`
