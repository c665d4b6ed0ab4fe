import { keyPrefs, singleKeyModes } from '../../commands/key-preferences'
import { singleKeysWords } from '../../commands/keys'
import { useConsole } from './console'
import { usePlaces } from './place'
import css from './single-keys.module.css'
import { useStore } from './stores'

const labels = { on: 'On', leader: 'After a leader', off: 'Off' }

/** Whether plain letters are shortcuts: WCAG 2.1.4 asks for a way to turn them off. */
export function SingleKeys() {
  const { perform } = useConsole()
  const places = usePlaces()
  const { single } = useStore(keyPrefs)
  return (
    <fieldset className={css.choice}>
      <legend>Single-key shortcuts</legend>
      {singleKeyModes.map((mode) => (
        <label key={mode} title={singleKeysWords[mode]}>
          <input
            type="radio"
            name="single-keys"
            checked={single === mode}
            onChange={() => void perform({ call: `prefs.keys?mode=${mode}`, origin: 'button' }, places)}
          />
          {labels[mode]}
        </label>
      ))}
      <p>{singleKeysWords[single]}</p>
    </fieldset>
  )
}
