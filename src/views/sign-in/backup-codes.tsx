import { Copy, Download } from 'lucide-react'
import type { Message } from '../../api/flow'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { saveFile } from '../../ui/save-file'
import { say } from '../../ui/voice'
import css from './sign-in.module.css'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A code that was used: the rest of the message says when. */
const USED = 1050014

type Props = { label: string; codes: readonly Message[] }

/** Shown so that they can be put away: to be copied, saved, or written down. */
export function BackupCodes({ label, codes }: Props) {
  const usable = codes.filter(({ id }) => id !== USED).map(({ text }) => text)
  const text = `${usable.join('\n')}\n`
  return (
    <figure className={css.codes} aria-label={label}>
      <figcaption>{label}</figcaption>
      <ol className={css.codeList}>
        {codes.map(({ id, text: code }, index) => (
          // Two used codes may say the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{id === USED ? <span className={css.used}>{code}</span> : <code>{code}</code>}</li>
        ))}
      </ol>
      <div className={css.buttons}>
        <Button onPress={() => void copyText(text, 'the backup codes')}>
          <Copy {...icon} />
          Copy
        </Button>
        <Button
          onPress={() => {
            saveFile('backup-codes.txt', text, 'text/plain')
            say('Saved the backup codes.')
          }}
        >
          <Download {...icon} />
          Download
        </Button>
      </div>
    </figure>
  )
}
