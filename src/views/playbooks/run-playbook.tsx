import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { findNamed } from '../../api/names'
import { type Applicable, type PlaybookResource, playbooks } from '../../api/playbooks'
import type { Outcome, Target } from '../../commands/command'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { SelectField } from '../../ui/form/fields/select'
import { Notice } from '../../ui/notice'
import { Skeleton } from '../../ui/skeleton'
import { FormPlace } from '../shell/commands/form-place'
import { useReport } from '../shell/messages/report'
import type { FindThings } from './fields'
import { followRun, nameOfRun } from './follow'
import { Parameters } from './parameters'
import css from './run-playbook.module.css'

type Props = { target: Target<PlaybookResource['kind']>; onClose: () => void }

/** Which playbook to run for something, and with what. */
export default function RunPlaybook({ target, onClose }: Props) {
  const list = useQuery(playbooks.applicable(target))
  return (
    <Dialog title="Run playbook" description={`For ${target.label}`} onClose={onClose}>
      {list.data && list.data.length > 0 ? (
        <Choose target={target} list={list.data} onClose={onClose} />
      ) : list.data ? (
        <Notice
          tone="empty"
          title={`No playbook applies to this ${target.kind}`}
          actions={<Button onPress={onClose}>Close</Button>}
        >
          A playbook says in its selectors what it can be run for. None of them means {target.label}.
        </Notice>
      ) : list.error ? (
        <Failed what="Could not load the playbooks" error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton label="Loading the playbooks…" as="text" />
      )}
    </Dialog>
  )
}

function Choose({ target, list, onClose }: Props & { list: readonly Applicable[] }) {
  const report = useReport()
  const client = useQueryClient()
  const [id, setId] = useState(list.length === 1 ? (list[0]?.id ?? '') : '')
  const chosen = list.find((one) => one.id === id)
  const asked = useQuery({ ...playbooks.parameters(id, target), enabled: chosen !== undefined })

  async function run(params: Record<string, string>) {
    const name = nameOfRun(chosen?.title ?? '', target.label)
    const mutation = client.getMutationCache().build(client, playbooks.run())
    const runId = await mutation.execute({ id, resource: target, params })
    const open = [{ title: 'Open run', call: `nav.open?target=run:${runId}` }]
    const tell = (outcome: Outcome) => report({ ...outcome, next: open })
    const look = () => client.fetchQuery(playbooks.state(runId))
    const isWaiting = (await look().catch(() => null))?.status === 'pending_approval'
    onClose()
    if (isWaiting) return tell({ said: `${name} waits for approval.` })
    tell({ said: `Started ${name}.` })
    void followRun(name, { look, wait }).then((outcome) => outcome && tell(outcome))
  }

  return (
    <FormPlace className={css.body ?? ''}>
      {list.length > 1 ? (
        <SelectField
          label="Playbook"
          isRequired
          options={list.map(({ id: value, title }) => ({ value, label: title }))}
          value={id}
          onChange={setId}
          help={chosen?.description}
        />
      ) : (
        <div>
          <p className={css.name}>{chosen?.title}</p>
          {chosen?.description && <p className={css.about}>{chosen.description}</p>}
        </div>
      )}
      {!chosen ? null : asked.data && !asked.isFetching ? (
        <Parameters key={id} title={chosen.title} parameters={asked.data} find={find} onRun={run} onCancel={onClose} />
      ) : asked.error ? (
        <Failed what="Could not load what it asks" error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Skeleton label="Loading what it asks…" as="text" />
      )}
    </FormPlace>
  )
}

const Failed = ({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) => (
  <Notice
    tone="bad"
    title={what}
    actions={
      <Button tone="primary" onPress={onRetry}>
        Try again
      </Button>
    }
  >
    {error.message}
  </Notice>
)

const find: FindThings = (of) => async (text, signal) =>
  (await findNamed(of, text, signal)).map(({ id, name }) => ({ value: id, label: name ?? id }))

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
