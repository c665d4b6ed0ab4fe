import { expect, test } from 'vitest'
import canaries from '@/resources/canaries/document'
import incidentRules from '@/resources/incident-rules/document'
import playbooks from '@/resources/playbooks/document'
import scrapers from '@/resources/scrapers/document'
import { iconOfType } from './type-icons'

test.each(Object.entries({ canaries, incidentRules, playbooks, scrapers }))(
  'every type of new %s has an icon',
  (_kind, { types }) => {
    expect(types.filter(({ id }) => iconOfType(id) === undefined).map(({ id }) => id)).toEqual([])
  }
)

test.each([
  ['azureDevops', 'git'],
  ['githubActions', 'git'],
  ['cloudwatch', 'gauge'],
  ['kubernetesFile', 'cluster'],
  ['opensearch', 'search'],
])('the icon of %s is %s', (id, icon) => {
  expect(iconOfType(id)).toBe(icon)
})
