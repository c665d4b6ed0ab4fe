// The menu is shown once its command is loaded.
import '@/commands/playbooks/playbook.commands'
import { useQuery } from '@tanstack/react-query'
import { type PlaybookOption, applicablePlaybooks, playbookOptionKey } from '@/api/playbooks/applicable-playbooks'
import { callTo } from '@/commands/call-to'
import type { PlaybookKind } from '@/commands/playbooks/playbook.commands'
import type { Target } from '@/commands/command'
import { buildContext } from '@/commands/context'
import { commandAvailability } from '@/commands/prepare'
import { knownCommands } from '@/commands/registry'
import { ariaKeyshortcuts, keyCaps } from '@/keymap/display'
import { kindNoun } from '@/lib/kinds'
import { isAllowed } from '@/shared/access/access'
import { capital } from '@/shared/format'
import { Button } from '@/ui/button'
import { Kbd } from '@/ui/kbd'
import { Menu, type MenuSectionSpec } from '@/ui/menu'
import { useConsole } from '../console'
import { useStore } from '../stores'
import { CommandButton } from './command-button'
import { usePlaces } from './place'

const RUN = 'playbook.run'
/** The stale time of the list: playbooks rarely change. */
const FRESH_FOR_MS = 60_000

export default function PlaybooksMenuView({ for: target }: { for: Target<PlaybookKind> }) {
  const { perform, environment, keys } = useConsole()
  const places = usePlaces()
  const command = useStore(knownCommands).find(({ id }) => id === RUN)
  const offer = command ? commandAvailability(command, buildContext(places, environment)) : false
  const isOffered = offer !== false && isAllowed(environment, 'playbook_runs', 'write')
  const { data: found, isError } = useQuery({
    ...applicablePlaybooks(target),
    staleTime: FRESH_FOR_MS,
    enabled: isOffered,
  })
  if (!isOffered) return null
  // The dialog of the command shows the error.
  if (!found) return isError ? <CommandButton call={RUN} short="Playbook" /> : null
  if (found.length === 0) return null
  const key = keys.find(({ call, fixed }) => call === RUN && !fixed)
  return (
    <Menu
      label={`Playbooks for ${target.label}`}
      sections={sectionsOf(found)}
      onAction={(id) => {
        const option = found.find((one) => playbookOptionKey(one) === id)
        if (!option) return
        const call = callTo(RUN, { target: [option.relation ?? target], playbook: option.id })
        void perform({ call, origin: 'menu' }, places)
      }}
      trigger={
        <Button refusal={offer === true ? undefined : offer} shortcuts={ariaKeyshortcuts(key ? [key] : [])}>
          Playbooks
          {key && <Kbd caps={keyCaps(key.keys)} isInButton />}
        </Button>
      }
    />
  )
}

/** The playbooks of the resource itself, then those of each resource that it belongs to. */
function sectionsOf(found: readonly PlaybookOption[]): MenuSectionSpec[] {
  const ids = [...new Set(found.map(({ relation }) => relation?.id))]
  return ids.map((id) => {
    const options = found.filter(({ relation }) => relation?.id === id)
    const relation = options[0]?.relation
    return {
      ...(relation ? { title: capital(`${kindNoun(relation.kind)} ${relation.label}`) } : {}),
      items: options.map(itemOf),
    }
  })
}

const itemOf = (option: PlaybookOption) => ({
  id: playbookOptionKey(option),
  label: option.title,
  ...(option.isUsedLast ? { value: 'used last' } : {}),
})
