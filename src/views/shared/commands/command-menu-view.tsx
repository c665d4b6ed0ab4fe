import type { Target } from '@/commands/command'
import { buildContext } from '@/commands/context'
import { allCommands } from '@/commands/every-command'
import { keyCaps } from '@/keymap/display'
import { type MenuAction, MenuList, type MenuSectionSpec } from '@/ui/menu'
import type { OpenMenu } from '@/ui/menu-button'
import { useConsole } from '../console'
import { type CommandOffer, listOffers } from './command-offers'
import { usePlaces } from './place'

type Props = { for: Target; open: OpenMenu }

export default function CommandMenuView({ for: target, open }: Props) {
  const { perform, environment, keys } = useConsole()
  const places = usePlaces()
  const context = buildContext(places, environment)
  const own = listOffers(target, allCommands, keys, context)
  // Commands for the target itself, such as copying its link, are not repeated for the resource that it is about.
  const isOwn = new Set(own.map(({ call }) => call.id))
  const others = target.about ? listOffers(target.about, allCommands, keys, context) : []
  // Each command is offered once, so its id identifies the item.
  const offers = [...own, ...others.filter(({ call }) => !isOwn.has(call.id))]
  return (
    <MenuList
      open={open}
      label={`Actions for ${target.label}`}
      sections={sectionsOf(offers)}
      onAction={(id) => {
        const call = offers.find((one) => one.call.id === id)?.call
        if (call) void perform({ call, origin: 'menu' }, places)
      }}
    />
  )
}

function sectionsOf(offers: readonly CommandOffer[]): MenuSectionSpec[] {
  const groups = new Map<string, MenuAction[]>()
  for (const { call, title, group, keys, refusal } of offers) {
    const item = {
      id: call.id,
      label: title,
      ...(keys ? { keys: keyCaps(keys) } : {}),
      ...(refusal ? { refusal } : {}),
    }
    groups.set(group, [...(groups.get(group) ?? []), item])
  }
  return [...groups].map(([title, items]) => ({ title, items }))
}
