import { Dialog } from 'react-aria-components/Dialog'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { keyCaps, formatKeys } from '@/keymap/display'
import type { StartedSequence } from '@/keymap/listen'
import { Kbd } from '@/ui/kbd'
import { useConsole } from '../../shared/console'
import type { KeyChoice } from './hint-strip-host'
import css from './hint-strip.module.css'

type Props = { label: string; started: StartedSequence; choices: readonly KeyChoice[]; onClose: () => void }

/** The hint strip as a menu with focus, for screen readers and for users who do not know the keys. */
export default function HintMenu({ label, started: { pending, places }, choices, onClose }: Props) {
  const { perform } = useConsole()
  const drawn = keyCaps(pending.presses.join(' ')).length
  const run = (call: string | undefined) => {
    onClose()
    if (call === undefined) return
    // One frame after the menu closes, focus returns to where the sequence started; the command runs there.
    requestAnimationFrame(() => requestAnimationFrame(() => void perform({ call, origin: 'key' }, places)))
  }
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className={css.behind ?? ''}>
      <Modal className={css.strip ?? ''}>
        <Dialog aria-label={label} className={css.dialog ?? ''}>
          <Menu
            aria-label={label}
            autoFocus="first"
            className={css.menu ?? ''}
            items={choices}
            onAction={(id) => run(choices.find(({ keys }) => keys === id)?.call)}
          >
            {({ keys, title, refusal }) => (
              <MenuItem
                id={keys}
                textValue={title}
                className={css.item ?? ''}
                data-refused={refusal !== undefined || undefined}
              >
                <Kbd caps={keyCaps(keys).slice(drawn)} />
                {title}
                <span className={refusal === undefined ? 'visually-hidden' : (css.reason ?? '')}>
                  {refusal ?? formatKeys(keys)}
                </span>
              </MenuItem>
            )}
          </Menu>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
