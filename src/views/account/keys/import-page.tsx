import { useMemo, useState } from 'react'
import { callTo } from '@/commands/call-to'
import type { Call } from '@/commands/command'
import { parseKeyFile } from '@/commands/stores/key-file'
import { type KeyPreferences } from '@/commands/stores/key-preference-store'
import { formatCount } from '@/shared/format'
import { Button } from '@/ui/button'
import { useAnnouncement } from '@/ui/hooks'
import { KeyCaps } from '../../shared/keyboard/key-table'
import css from './keys.module.css'
import { keyPresets } from './presets'
import { previewImport } from './import-preview'

type Props = { now: KeyPreferences; onChange: (call: Call) => void; onBack: () => void }

/** Imports keys from a file or a preset, after showing the changes. */
export function ImportPage({ now, onChange, onBack }: Props) {
  const [chosen, setChosen] = useState<{ title: string; text: string }>()
  const read = useMemo(() => (chosen ? parseKeyFile(chosen.text) : undefined), [chosen])
  const fault = chosen && read && 'fault' in read ? `${chosen.title}: ${read.fault}` : undefined
  useAnnouncement(fault, { urgent: true })
  return (
    <div className={css.page}>
      <h3 className={css.subtitle}>Import keyboard</h3>
      <div className={css.actions}>
        <label className={css.file}>
          File
          <input
            type="file"
            accept="application/json,.json"
            onChange={async ({ target }) => {
              const file = target.files?.[0]
              if (file) setChosen({ title: file.name, text: await file.text() })
            }}
          />
        </label>
        {keyPresets.map(({ title, text, words }) => (
          <Button
            key={title}
            description={words}
            isPressed={chosen?.text === text}
            onPress={() => setChosen({ title, text })}
          >
            {title}
          </Button>
        ))}
      </div>
      {fault !== undefined && <p className={css.wrong}>{fault}</p>}
      {chosen && read && 'preferences' in read && (
        <Changes title={chosen.title} file={read.preferences} now={now} onChange={onChange} />
      )}
      <div className={css.actions}>
        <Button tone="bare" onPress={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}

type ChangesProps = Pick<Props, 'now' | 'onChange'> & { title: string; file: KeyPreferences }

function Changes({ title, file, now, onChange }: ChangesProps) {
  const { preferences, changes, invalidLines, conflicts } = useMemo(() => previewImport(file, now), [file, now])
  const mode = preferences.single === now.single ? '' : `, single-key shortcuts ${preferences.single}`
  const summary = `${title}: ${formatCount(changes.length, 'change')}${mode}.`
  useAnnouncement(summary)
  const isOther = preferences.single !== now.single || preferences.forget !== now.forget
  return (
    <section aria-label={`Changes of ${title}`} className={css.preview}>
      <p>{summary}</p>
      {changes.length > 0 && (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Command</th>
              <th scope="col">Current</th>
              <th scope="col">New</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, title: what, where, from, to }) => (
              <tr key={name}>
                <th scope="row">
                  {what} <span className={css.quiet}>{where}</span>
                </th>
                <td>
                  <KeyCaps keys={from} />
                </td>
                <td>
                  <KeyCaps keys={to} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Sentences title="Not imported" lines={invalidLines} />
      <Sentences title="Conflicts" lines={conflicts} />
      <div className={css.actions}>
        <Button
          tone="primary"
          refusal={changes.length === 0 && !isOther ? 'No changes to import' : undefined}
          onPress={() => onChange(callTo('keys.import', { file: JSON.stringify(preferences) }))}
        >
          Import
        </Button>
      </div>
    </section>
  )
}

function Sentences({ title, lines }: { title: string; lines: readonly string[] }) {
  return lines.length === 0 ? null : (
    <div className={css.faults}>
      <h4>{title}</h4>
      <ul>
        {lines.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  )
}
