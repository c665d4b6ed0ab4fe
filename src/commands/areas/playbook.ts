import { z } from 'zod/mini'
import { playbooks } from '../../api/playbooks'
import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { command } from '../command'
import { jsonField, oneTarget, textField } from '../slots'
import { followRun, nameOfRun } from './playbook-follow'

const values = z.record(z.string(), z.string())

export const playbookCommands = [
  command({
    id: 'playbook.run',
    title: 'Run playbook',
    group: 'Playbooks',
    keywords: 'execute action remedy fix restart automation runbook',
    slots: {
      target: oneTarget('check'),
      /** Its id. */
      playbook: textField('Playbook', z.string().check(z.minLength(1))),
      params: jsonField('Parameters', values),
      secrets: jsonField('Secret parameters', values, { isOptional: true, isPrivate: true }),
    },
    available: (context) =>
      !context.isReadOnly &&
      (may(context, 'playbook_runs', 'write')
        ? context.online || 'You are offline.'
        : accessNeeded('playbook_runs', 'write')),
    feature: 'playbooks',
    effect: 'change',
    opens: 'form',
    preview: ({ target: [one] }) => `Runs the playbook for ${one?.label}.`,
    async run({ target: [one], playbook: id, params, secrets }, effects) {
      if (!one) return undefined
      const title = (await effects.fetch({ ...playbooks.applicable(one), staleTime: 60_000 })).find(
        (p) => p.id === id
      )?.title
      const runId = await effects.mutate(playbooks.run(), { id, resource: one, params: { ...params, ...secrets } })
      const name = nameOfRun(title ?? 'Playbook', one.label)
      const next = [{ title: 'Open run', call: `nav.open?target=run:${runId}` }]
      const look = () => effects.fetch(playbooks.state(runId))
      if ((await look().catch(() => null))?.status === 'pending_approval')
        return { said: `${name} waits for approval.`, next }
      const later = async () => {
        const outcome = await followRun(name, { look, wait })
        return outcome && { ...outcome, next }
      }
      return { said: `Started ${name}.`, next, later }
    },
  }),
]

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
