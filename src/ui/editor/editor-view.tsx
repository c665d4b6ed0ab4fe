import { Copy, Download } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '../button'
import { copyText } from '../copy-text'
import { saveFile } from '../save-file'
import css from './editor.module.css'
import { EditorText } from './editor-text'
import type { EditorProps, EditorHandle } from './props'
import { tabHint } from './tab-hint'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
const mime = { yaml: 'application/yaml', json: 'application/json' }

export default function EditorView({ description, fileName, handle, ...props }: EditorProps) {
  const { label, language, value, isReadOnly = false } = props
  const id = useId()
  const own = useRef<EditorHandle>(null)
  const editor = handle ?? own
  const text = () => editor.current?.text() ?? value
  const file = `${fileName ?? label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${language}`
  return (
    <div className={css.editor}>
      <div className={css.head}>
        <p className={css.label}>{label}</p>
        <div className={css.actions}>
          <Button tone="bare" label={`Copy ${label}`} onPress={() => void copyText(text(), label)}>
            <Copy {...icon} />
            <span>Copy</span>
          </Button>
          <Button tone="bare" label={`Download ${label}`} onPress={() => saveFile(file, text(), mime[language])}>
            <Download {...icon} />
            <span>Download</span>
          </Button>
        </div>
      </div>
      <p id={`${id}-about`} className={css.description}>
        {[description, isReadOnly ? 'Read only.' : tabHint].filter(Boolean).join(' ')}
      </p>
      <EditorText {...props} handle={editor} wiring={{ 'aria-label': label, 'aria-describedby': `${id}-about` }} />
    </div>
  )
}
