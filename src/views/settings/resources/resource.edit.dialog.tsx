export { EditResource as default } from './resource-forms'
