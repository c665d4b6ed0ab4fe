import type { Invitation } from '../../api/people'
import { Button } from '../../ui/button'
import { CopyBlock } from '../../ui/copy-block'
import { Dialog } from '../../ui/dialog'
import css from './people.module.css'

type Props = { name: string; made: Invitation; onClose: () => void }

/** What an administrator hands on: shown once, since the server keeps only what proves it. */
export default function InvitationDialog({ name, made: { link, code, mail_sent }, onClose }: Props) {
  return (
    <Dialog
      title={`Sign-in link for ${name}`}
      description="Whoever opens it can choose a password and sign in as this person. It works once, for a day."
      actions={
        <Button tone="primary" onPress={onClose}>
          Done
        </Button>
      }
      onClose={onClose}
    >
      <div className={css.handed}>
        {/* Behind the #, which browsers send to nobody: no server or proxy logs the code. */}
        <CopyBlock label="One-time link" code={code ? `${link}#code=${code}` : link} />
        {code && (
          <p>
            Should the page ask for a code, it is <code>{code}</code>.
          </p>
        )}
        <p>{mailWords(mail_sent)}</p>
      </div>
    </Dialog>
  )
}

const mailWords = (isSent: boolean | null | undefined) =>
  isSent === true
    ? 'A message with both is on its way to their address.'
    : isSent === false
      ? 'No mail was sent, because no mail server is set up: hand the link on yourself. It is in the outbox, too.'
      : 'The server does not say whether mail was sent: hand the link on yourself to be sure.'
