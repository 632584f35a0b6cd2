/** A lane's program may stand beside its parameters, `"aqm": {"program": "..."}`, as people write it; documents have it among them. */
import { isObject, type JsonObject } from './path.ts';

export function withPrograms(document: JsonObject): JsonObject {
  const { lanes } = document;
  return Array.isArray(lanes) ? { ...document, lanes: lanes.map(ofLane) } : document;
}

function ofLane(lane: unknown): unknown {
  if (!isObject(lane) || !isObject(lane.aqm)) return lane;
  const { program, id = 'program', params = {}, ...rest } = lane.aqm;
  // Anything else is refused where the schema is checked.
  if (program === undefined || id !== 'program' || !isObject(params) || 'program' in params) return lane;
  return { ...lane, aqm: { id, params: { program, ...params }, ...rest } };
}
