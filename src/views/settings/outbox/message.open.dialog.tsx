import { useQuery } from '@tanstack/react-query'
import { readMessageLink, type OutboxMessage, outbox } from '@/api/settings/outbox'
import type { Target } from '@/commands/command'
import type { CommandDialogProps } from '../../shared/forms/command-dialog'
import { formatCount } from '@/shared/format'
import { readMailState, mailStates } from '@/shared/settings/mail-state'
import { Button } from '@/ui/button'
import { CopyBlock } from '@/ui/copy-block'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { Time } from '@/ui/time'
import { QueryState } from '../../shared/query/query-state'
import css from './outbox.module.css'

/** A single message, to read or copy. */
export default function OutboxMessageDialog({ known, onClose }: CommandDialogProps) {
  const [message] = known['message'] as readonly Target<'message'>[]
  const read = useQuery(outbox.byId(message?.id ?? ''))
  return (
    <Dialog
      title={read.data?.subject ?? message?.label ?? 'Message'}
      actions={
        <Button tone="primary" onPress={() => void onClose()}>
          Done
        </Button>
      }
      onClose={() => void onClose()}
    >
      <QueryState
        query={read}
        what="the message"
        as="pane"
        gone={
          <Notice tone="empty" title="This message no longer exists">
            Messages are deleted after a month.
          </Notice>
        }
      >
        {(found) => <Text {...found} />}
      </QueryState>
    </Dialog>
  )
}

function Text(message: OutboxMessage) {
  const { recipient, created_at, sent_at, send_count, last_error, body } = message
  const link = readMessageLink(message)
  return (
    <div className={css.message}>
      <DescriptionList
        items={[
          { name: 'To', value: <bdi>{recipient}</bdi> },
          { name: 'Written', value: <Time at={created_at} as="exact" /> },
          { name: 'Status', value: mailStates[readMailState(message)] },
          ...(sent_at ? [{ name: 'Sent', value: <Time at={sent_at} as="exact" /> }] : []),
          ...(last_error ? [{ name: `Failed ${formatCount(send_count, 'time')}`, value: last_error }] : []),
        ]}
      />
      {link !== undefined && <CopyBlock label="Link" code={link} />}
      {body === '' ? <p>The text was removed after sending.</p> : <CopyBlock label="Text" code={body} />}
    </div>
  )
}
