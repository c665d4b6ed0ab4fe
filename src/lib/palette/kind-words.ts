import { plural } from '@/shared/format'

/** The usual abbreviations of kinds, as in kubectl and k9s, by the singular in lower case without spaces. */
const shortForms: Readonly<Record<string, readonly string[]>> = {
  certificate: ['cert', 'certs'],
  check: ['chk'],
  component: ['comp', 'comps'],
  configmap: ['cm'],
  connection: ['conn'],
  cronjob: ['cj'],
  daemonset: ['ds'],
  database: ['db'],
  dbinstance: ['rds'],
  deployment: ['deploy', 'dp'],
  helmrelease: ['hr'],
  horizontalpodautoscaler: ['hpa'],
  incident: ['inc'],
  ingress: ['ing'],
  kustomization: ['ks'],
  loadbalancer: ['lb', 'elb'],
  namespace: ['ns'],
  networkpolicy: ['netpol'],
  node: ['no'],
  notification: ['notif'],
  persistentvolume: ['pv'],
  persistentvolumeclaim: ['pvc'],
  playbook: ['pb'],
  pod: ['po'],
  replicaset: ['rs'],
  securitygroup: ['sg'],
  service: ['svc'],
  serviceaccount: ['sa'],
  silence: ['sil'],
  statefulset: ['sts'],
}

const compact = (noun: string) => noun.toLowerCase().replaceAll(' ', '')

/** The words for a kind: singular, plural and abbreviations, in lower case. */
export function kindWordsFor(noun: string): readonly string[] {
  const lower = noun.toLowerCase()
  return [...new Set([lower, plural(lower), ...(shortForms[compact(noun)] ?? [])])]
}

/** The last part of a type of config items: `Pod` for `Kubernetes::Pod`. */
export const typeNoun = (type: string): string => type.split('::').at(-1) ?? type

/** The words for a type of config items: `pod`, `pods`, `po`. */
export const typeWordsFor = (type: string): readonly string[] => kindWordsFor(typeNoun(type))

/** The nouns of the kinds that a word may mean, in lower case: `service` for `svc`, and `pod` for `pods`. */
export function nounsForWord(word: string): readonly string[] {
  const listed = Object.keys(shortForms).filter((noun) => kindWordsFor(noun).includes(word))
  if (listed.length > 0) return listed
  const singular = word.endsWith('ies') ? word.replace(/ies$/, 'y') : word.replace(/s$/, '')
  return singular === word || singular.length < 3 ? [] : [singular]
}
