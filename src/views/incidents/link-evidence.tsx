import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whoami } from '../../api/whoami'
import type { Target } from '../../commands/command'
import { formatNames } from '../../lib/format'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Form } from '../../ui/form/form'
import { Notice } from '../../ui/notice'
import { Skeleton } from '../../ui/skeleton'
import { FormPlace } from '../shell/commands/form-place'
import { useReport } from '../shell/messages/report'
import css from './link-evidence.module.css'
import { LinkFields } from './link-fields'
import { halfDone, link, nothingMade, unlink } from './link'
import { initial, linkOf, linkValues, type LinkValues } from './values'

type Props = { sources: readonly Target<'check'>[]; onClose: () => void }

/** To which incident checks belong as evidence, and what they show. */
export default function LinkEvidence({ sources, onClose }: Props) {
  const me = useQuery(whoami())
  const report = useReport()
  const client = useQueryClient()
  // Kept over tries, so that the second makes no second incident.
  const [made] = useState(nothingMade)
  const names = formatNames(sources.map(({ label }) => label))

  async function submit(values: LinkValues) {
    const wanted = linkOf(values, sources, me.data?.id ?? '')
    try {
      const { incidentId } = await link(wanted, made)
      onClose()
      report({
        said: `Linked to incident successfully: ${wanted.incident.title}.`,
        undo: () => unlink(made).finally(refresh),
        next: [{ title: 'Open incident', call: `nav.open?target=incident:${incidentId}` }],
      })
    } catch (error) {
      return { message: `${halfDone(wanted, made)}${error instanceof Error ? error.message : 'An error occurred'}` }
    } finally {
      refresh()
    }
    return undefined
  }
  const refresh = () => void client.invalidateQueries({ queryKey: ['incidents'] })

  return (
    <Dialog title="Add to incident" description={`Evidence: ${names}`} onClose={onClose}>
      {me.data ? (
        <FormPlace className={css.body ?? ''}>
          <Form
            label="Evidence"
            schema={linkValues}
            defaultValues={initial}
            submitLabel="Link"
            busyLabel="Linking.."
            onSubmit={submit}
            onCancel={onClose}
          >
            <LinkFields />
          </Form>
        </FormPlace>
      ) : me.error ? (
        <Notice
          tone="bad"
          title="Could not load who you are"
          actions={
            <Button tone="primary" onPress={() => void me.refetch()}>
              Try again
            </Button>
          }
        >
          {me.error.message}
        </Notice>
      ) : (
        <Skeleton label="Loading…" as="text" />
      )}
    </Dialog>
  )
}
