import { expect, test } from 'vitest'
import { type Feature, features, readFlags, isDisabled } from './flags'

const off = (name: string, value = 'true') => readFlags([{ name, value }])

test('turns off every feature with its own flag [FLAG-02 FLAG-05 FLAG-06]', () => {
  expect(features.filter((feature) => isDisabled(off(`${feature}.disable`), feature))).toEqual(
    `topology health incidents config logs playbooks agents settings.connections settings.users settings.teams
    settings.rules settings.config_scraper settings.topology settings.health settings.job_history settings.feature_flags
    settings.logging_backends settings.event_queue_status settings.organization_profile settings.notifications
    settings.playbooks settings.integrations settings.permissions`.split(/\s+/)
  )
})

test.each<[string, Feature[]]>([
  ['config.disable', ['config', 'settings.config_scraper']],
  ['topology.disable', ['topology', 'settings.topology']],
  ['health.disable', ['health', 'settings.health', 'settings.job_history']],
  ['logs.disable', ['logs', 'settings.logging_backends']],
  ['settings.health.disable', ['settings.health']],
  ['playbooks.disable', ['playbooks']],
])('%s turns off %j and nothing else [FLAG-03 FLAG-07 FLAG-08 FLAG-09 FLAG-10]', (name, expected) => {
  expect(features.filter((feature) => isDisabled(off(name), feature))).toEqual(expected)
})

test.each(['false', 'TRUE', '1', 'yes', '', ' true'])('the value %j turns nothing off [FLAG-04]', (value) => {
  expect(isDisabled(off('logs.disable', value), 'logs')).toBe(false)
})

test.each(['logs', 'logs.enable', 'xlogs.disable', '.disable', 'logs.disable.disable'])(
  'a property called %s turns nothing off',
  (name) => expect(features.some((feature) => isDisabled(off(name), feature))).toBe(false)
)

test('turns off nothing while the flags are unknown', () => expect(isDisabled(undefined, 'logs')).toBe(false))
