import { useState } from 'react'
import css from '../field.module.css'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'

/** A file that was read: its name and its parsed JSON. */
export type JsonFile = { name: string; data: unknown }

type Props = Omit<ControlledFieldProps<JsonFile | null>, 'isReadOnly'>

const LARGEST_BYTES = 5 * 2 ** 20

/** Reads a JSON file in the browser without uploading it. */
export function JsonFileField({ value, onChange, ...field }: Props) {
  const [readError, setReadError] = useState<string>()
  const read = async (file: File | undefined) => {
    setReadError(undefined)
    if (!file) return onChange(null)
    try {
      onChange({ name: file.name, data: await parseFile(file) })
    } catch (error) {
      onChange(null)
      setReadError(`${file.name}: ${error instanceof Error ? error.message : 'cannot be read.'}`)
    }
  }
  return (
    <FieldFrame {...field} error={readError ?? field.error} help={value ? `Read ${value.name}.` : field.help}>
      {(wiring) => (
        <input
          {...wiring}
          type="file"
          data-unread={readError === undefined ? undefined : true}
          className={`${css.control} ${css.file}`}
          accept="application/json,.json"
          onChange={(event) => void read(event.target.files?.[0])}
        />
      )}
    </FieldFrame>
  )
}

async function parseFile(file: File): Promise<unknown> {
  if (file.size > LARGEST_BYTES) throw new Error(`is larger than ${LARGEST_BYTES / 2 ** 20} MB.`)
  const text = await file.text()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`is not valid JSON. ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}
