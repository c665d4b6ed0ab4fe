import type { ComponentProps } from 'react'
import type { Target } from '../../../commands/command'
import { contextIn } from '../../../commands/context'
import { commands } from '../../../commands/every-command'
import { caps } from '../../../keymap/display'
import { type Item, Menu, type Section } from '../../../ui/menu'
import { useConsole } from '../console'
import { type Offered, offersFor } from './offers'
import { usePlaces } from './place'

type Props = { for: Target; trigger: ComponentProps<typeof Menu>['trigger'] }

export default function CommandMenuView({ for: target, trigger }: Props) {
  const { perform, environment, keys } = useConsole()
  const places = usePlaces()
  const offers = offersFor(target, commands, keys, contextIn(places, environment))
  if (offers.length === 0) return null
  return (
    <Menu
      label={`Actions for ${target.label}`}
      trigger={trigger}
      sections={sectionsOf(offers)}
      onAction={(call) => void perform({ call, origin: 'menu' }, places)}
    />
  )
}

function sectionsOf(offers: readonly Offered[]): Section[] {
  const groups = new Map<string, Item[]>()
  for (const { call, title, group, keys, refusal } of offers) {
    const item = { id: call, label: title, ...(keys ? { keys: caps(keys) } : {}), ...(refusal ? { refusal } : {}) }
    groups.set(group, [...(groups.get(group) ?? []), item])
  }
  return [...groups].map(([title, items]) => ({ title, items }))
}
