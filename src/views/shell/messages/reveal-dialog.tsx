import type { Reveal } from '@/commands/command'
import { Button } from '@/ui/button'
import { CopyBlock } from '@/ui/copy-block'
import { Dialog } from '@/ui/dialog'
import css from './reveal-dialog.module.css'

/** A one-time reveal, such as a link to pass on. The text is stored nowhere. Focus starts on the Copy button. */
export default function RevealDialog({
  title,
  description,
  items,
  notes = none,
  onClose,
}: Reveal & { onClose: () => void }) {
  return (
    <Dialog
      title={title}
      description={description}
      actions={
        <Button tone="primary" onPress={onClose}>
          Done
        </Button>
      }
      onClose={onClose}
    >
      <div className={css.handed}>
        {items.map(({ label, text }, index) => (
          <CopyBlock key={label} label={label} code={text} autoFocus={index === 0} />
        ))}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </Dialog>
  )
}

const none: readonly string[] = []
