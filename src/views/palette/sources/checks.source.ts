import { type Check, checks } from '../../../api/checks'
import type { Item } from '../item'
import { indexed, type Source } from './source'

export default {
  id: 'checks',
  section: 'Checks',
  name: 'the checks',
  characters: ['!'],
  words: ['check', 'checks'],
  prompt: 'Search checks',
  of: 'check',
  feature: 'health',
  area: 'canaries',
  index: indexed(checks.summary, itemOf),
} satisfies Source

/** Whoever types one of these wants to see what fails. */
const wordsForFailing = [
  'fail',
  'fails',
  'failing',
  'failed',
  'failure',
  'unhealthy',
  'down',
  'broken',
  'bad',
  'red',
  'alert',
  'firing',
]

function itemOf(check: Check): Item {
  const { id, name, type, namespace, canary_name, description, status } = check
  return {
    id,
    source: 'checks',
    section: 'Checks',
    title: name,
    group: 'Check',
    does: { is: 'thing', target: { kind: 'check', id, label: name } },
    hint: [type, namespace].filter(Boolean).join(' · '),
    keywords: [type, namespace, canary_name, description, 'checks'].filter(Boolean).join(' '),
    aliases: [...(namespace ? [`${namespace}/${name}`] : []), ...(status === 'unhealthy' ? wordsForFailing : [])],
    health: status,
    ...(status === 'unhealthy' ? { isUrgent: true } : {}),
  }
}
