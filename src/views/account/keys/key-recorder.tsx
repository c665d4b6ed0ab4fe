import { type FormEvent, useEffect, useId, useState } from 'react'
import { capturePresses } from '@/keymap/capture'
import { isMac } from '@/keymap/display'
import { parseTypedKeys, formatRecordedPress } from '@/keymap/typed-keys'
import { Button } from '@/ui/button'
import { useAnnouncement } from '@/ui/hooks'
import { announce } from '@/ui/voice'
import { KeyCaps } from '../../shared/keyboard/key-table'
import css from './keys.module.css'

/** A pause of this length ends a sequence. */
const REST_MS = 1500
const PRESSES_AT_MOST = 5
const INSTRUCTIONS = 'Press the keys. Enter saves them, a pause ends the sequence, Escape cancels.'
const INVALID_KEY = 'Not a valid key. Write letters as they are, chords with +, sequences with spaces.'

/** How the recording ended; `typed` if the keys were not recorded. */
export type RecordingEnd = 'enter' | 'rest' | 'tab' | 'typed'

type Props = {
  onKeys: (keys: string, by: RecordingEnd) => void
  /** Called with the keys pressed so far; undefined if nothing is being recorded. */
  onPresses?: (keys: string | undefined) => void
  /** Whether the recording starts immediately. */
  isStarted?: boolean
}

/** Records a key or a sequence, which can also be typed as text. */
export function KeyRecorder({ onKeys, onPresses, isStarted = false }: Props) {
  const [presses, setPresses] = useState<readonly string[] | undefined>(isStarted ? [] : undefined)
  const isRecording = presses !== undefined
  const isWaiting = presses?.length === 0
  useAnnouncement(isWaiting ? INSTRUCTIONS : undefined)
  const written = presses && presses.length > 0 ? presses.join(' ') : undefined
  useEffect(() => onPresses?.(written), [onPresses, written])
  useEffect(() => {
    if (!presses) return undefined
    const end = (by: RecordingEnd) => {
      setPresses(undefined)
      if (presses.length > 0) onKeys(presses.join(' '), by)
    }
    const rest = presses.length === 0 ? undefined : setTimeout(() => end('rest'), REST_MS)
    const release = capturePresses((readings, { key, repeat }) => {
      if (repeat) return true
      const isBare = readings[0] === key
      if (isBare && key === 'Escape') {
        setPresses(undefined)
        announce('Recording cancelled.')
      } else if (isBare && key === 'Enter') end('enter')
      else if (key === 'Tab') {
        end('tab')
        return false
      } else setPresses([...presses, formatRecordedPress(readings, isMac)].slice(0, PRESSES_AT_MOST))
      return true
    })
    return () => {
      clearTimeout(rest)
      release()
    }
  }, [presses, onKeys])
  return (
    <div className={css.recorder}>
      <Button autoFocus isPressed={isRecording} onPress={() => setPresses(isRecording ? undefined : [])}>
        {isRecording ? 'Recording…' : 'Record keys'}
      </Button>
      {isRecording && (
        <span className={css.recorded}>{written === undefined ? INSTRUCTIONS : <KeyCaps keys={[written]} />}</span>
      )}
      {!isRecording && <Written onKeys={onKeys} />}
    </div>
  )
}

function Written({ onKeys }: Pick<Props, 'onKeys'>) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const id = useId()
  function add(event: FormEvent) {
    event.preventDefault()
    const keys = parseTypedKeys(text, isMac)
    setWrong(keys === undefined)
    if (keys === undefined) return announce(INVALID_KEY, { urgent: true })
    setText('')
    onKeys(keys, 'typed')
  }
  return (
    <form className={css.written} onSubmit={add}>
      <label>
        or type them
        <input
          value={text}
          placeholder="g h, Ctrl+K, F9"
          aria-invalid={isWrong || undefined}
          aria-errormessage={isWrong ? id : undefined}
          onChange={({ target }) => setText(target.value)}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <button type="submit" className={css.submit}>
        Add
      </button>
      {isWrong && (
        <p id={id} className={css.wrong}>
          {INVALID_KEY}
        </p>
      )}
    </form>
  )
}
