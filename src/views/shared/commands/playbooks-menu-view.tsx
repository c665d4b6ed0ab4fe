// The menu is shown once its command is loaded.
import '@/commands/playbooks/playbook.commands'
import { useQuery } from '@tanstack/react-query'
import { type PlaybookOption, applicablePlaybooks } from '@/api/playbooks/applicable-playbooks'
import { callTo } from '@/commands/call-to'
import type { PlaybookKind } from '@/commands/playbooks/playbook.commands'
import type { Target } from '@/commands/command'
import { buildContext } from '@/commands/context'
import { commandAvailability } from '@/commands/prepare'
import { knownCommands } from '@/commands/registry'
import { ariaKeyshortcuts, keyCaps } from '@/keymap/display'
import { isAllowed } from '@/shared/access/access'
import { Button } from '@/ui/button'
import { Kbd } from '@/ui/kbd'
import { Menu } from '@/ui/menu'
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
      sections={[{ items: found.map(itemOf) }]}
      onAction={(playbook) => {
        const call = callTo(RUN, { target: [target], playbook })
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

const itemOf = ({ id, title, isUsedLast }: PlaybookOption) => ({
  id,
  label: title,
  ...(isUsedLast ? { value: 'used last' } : {}),
})
