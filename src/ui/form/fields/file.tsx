import { useState } from 'react'
import css from '../field.module.css'
import { type FieldOf, Frame } from '../frame'

/** A file that was read: its name, and what its JSON says. */
export type JsonFile = { name: string; data: unknown }

type Props = Omit<FieldOf<JsonFile | null>, 'isReadOnly'>

const LARGEST_BYTES = 5 * 2 ** 20

/** Reads a JSON file in the browser; nothing is sent. */
export function JsonFileField({ value, onChange, ...field }: Props) {
  const [fault, setFault] = useState<string>()
  const read = async (file: File | undefined) => {
    setFault(undefined)
    if (!file) return onChange(null)
    try {
      onChange({ name: file.name, data: await jsonOf(file) })
    } catch (error) {
      onChange(null)
      setFault(`${file.name}: ${error instanceof Error ? error.message : 'cannot be read.'}`)
    }
  }
  return (
    <Frame {...field} error={fault ?? field.error} help={value ? `Read ${value.name}.` : field.help}>
      {(wiring) => (
        <input
          {...wiring}
          type="file"
          data-unread={fault === undefined ? undefined : true}
          className={`${css.control} ${css.file}`}
          accept="application/json,.json"
          onChange={(event) => void read(event.target.files?.[0])}
        />
      )}
    </Frame>
  )
}

async function jsonOf(file: File): Promise<unknown> {
  if (file.size > LARGEST_BYTES) throw new Error(`is larger than ${LARGEST_BYTES / 2 ** 20} MB.`)
  const text = await file.text()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`is no JSON. ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}
