import { Button } from '@/ui/button'
import { DialogHead } from '@/ui/dialog-head'
import { Overlay } from '@/ui/overlay'
import { StatusShape } from '@/ui/status'
import { Time, ZoneNote } from '@/ui/time'
import { useConsole } from '../../shared/console'
import css from './messages.module.css'
import { usePlaces } from '../../shared/commands/place'
import { useStore } from '../../shared/stores'
import { toneShapes } from './toasts'

/** All messages, newest first, including those whose toast has disappeared. */
export default function Messages({ onClose }: { onClose: () => void }) {
  const { journal, perform, undo } = useConsole()
  const places = usePlaces()
  const messages = useStore(journal.messages)
  const undoable = useStore(journal.undoable)
  return (
    <Overlay label="Messages" onClose={onClose}>
      <DialogHead
        title="Messages"
        onClose={onClose}
        isCloseFocused
        description={
          messages.length > 0 && (
            <p className={css.zone}>
              <ZoneNote of="preferred" />
            </p>
          )
        }
      />
      {messages.length === 0 ? (
        <p className={css.empty}>No messages yet. Messages of commands are listed here.</p>
      ) : (
        <ol className={css.list} aria-label="Messages, newest first">
          {messages.map(({ id, at, tone, text, next }) => (
            <li key={id} className={css.message}>
              <StatusShape health={toneShapes[tone]} />
              <span className={css.text}>{text}</span>
              {undoable.has(id) && (
                <Button
                  label={`Undo: ${text}`}
                  onPress={() => {
                    onClose()
                    undo(id)
                  }}
                >
                  Undo
                </Button>
              )}
              {next.map(({ title, call }) => (
                <Button
                  key={title}
                  onPress={() => {
                    onClose()
                    void perform({ call, origin: 'button' }, places)
                  }}
                >
                  {title}
                </Button>
              ))}
              <span className={css.age}>
                <Time at={at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Overlay>
  )
}
