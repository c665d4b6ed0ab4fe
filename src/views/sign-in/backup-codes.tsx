import { Copy, Download } from 'lucide-react'
import type { FlowMessage } from '@/api/sign-in/flow'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { saveFile } from '../../ui/save-file'
import { announce } from '../../ui/voice'
import css from './sign-in.module.css'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The id of the message for a used code. Its text contains the time of use. */
const USED = 1050014

type Props = { label: string; codes: readonly FlowMessage[] }

/** Shows new backup codes, to copy, save or write down. */
export function BackupCodes({ label, codes }: Props) {
  const usable = codes.filter(({ id }) => id !== USED).map(({ text }) => text)
  const text = `${usable.join('\n')}\n`
  return (
    <figure className={css.codes} aria-label={label}>
      <figcaption>{label}</figcaption>
      <ol className={css.codeList}>
        {codes.map(({ id, text: code }, index) => (
          // Two used codes can have the same text.
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
            announce('Saved the backup codes.')
          }}
        >
          <Download {...icon} />
          Download
        </Button>
      </div>
    </figure>
  )
}
