import { useState } from 'react'
import { parsePreferences } from '@/commands/stores/preference-store'
import { PreferencesDialog } from '../../src/views/account/preferences/preferences'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

function Shown() {
  const [values, setValues] = useState(parsePreferences('{"display_timezone_preference":"Asia/Kolkata"}'))
  return (
    <PreferencesDialog
      values={values}
      onCall={nothing}
      onCardWidth={(width) => setValues((all) => ({ ...all, topology_card_width: width }))}
      onClose={nothing}
    />
  )
}

export default {
  title: 'Preferences',
  states: {},
  apart: { Open: Shown },
} satisfies Exhibit
