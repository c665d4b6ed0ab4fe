export { AddResource as default } from './resource-forms'
