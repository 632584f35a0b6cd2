/**
 * A lesson as a SCORM 1.2 package for learning platforms: a page that frames the lesson from its server, and
 * reports to the platform when the goals are reached. Names and values: ADL, SCORM 1.2 Content Aggregation
 * Model and Run-Time Environment (2001).
 */
import { strToU8 } from 'fflate';
import { zipped } from '../zip.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const manifest = (title: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="aqm-explorer-lesson" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="lesson">
    <organization identifier="lesson">
      <title>${escaped(title)}</title>
      <item identifier="item" identifierref="resource">
        <title>${escaped(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="resource" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
      <file href="lesson.js"/>
    </resource>
  </resources>
</manifest>
`;

const page = (title: string, address: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>html, body { margin: 0; height: 100%; } iframe { width: 100%; height: 100%; min-height: 640px; border: 0; }</style>
</head>
<body>
<iframe id="lesson" title="${escaped(title)}" src="${escaped(address)}"></iframe>
<script src="lesson.js"></script>
</body>
</html>
`;

/** The platform's object API is in a window that opened or frames this one (Run-Time Environment 3.3). */
const SCRIPT = `(function () {
  'use strict';
  function find(from) {
    for (var depth = 0, at = from; at && depth < 10; depth += 1) {
      try { if (at.API) return at.API; } catch (elsewhere) { return null; }
      if (at.parent === at) break;
      at = at.parent;
    }
    return null;
  }
  var api = find(window) || (window.opener ? find(window.opener) : null);
  var frame = document.getElementById('lesson');
  var begun = Date.now();
  function set(name, value) { if (api) api.LMSSetValue('cmi.core.' + name, String(value)); }
  if (api) {
    api.LMSInitialize('');
    if (api.LMSGetValue('cmi.core.lesson_status') === 'not attempted') set('lesson_status', 'incomplete');
    api.LMSCommit('');
  }
  window.addEventListener('message', function (message) {
    var data = message.data;
    if (message.source !== frame.contentWindow || !data || data.protocol !== 'aqm-embed/1') return;
    if (data.event !== 'task' || !api) return;
    set('score.min', 0);
    set('score.max', 100);
    set('score.raw', data.goals > 0 ? Math.round((100 * data.reached) / data.goals) : 0);
    if (data.goals > 0 && data.reached === data.goals) {
      set('lesson_status', 'passed');
      if (data.code) api.LMSSetValue('cmi.suspend_data', data.code);
    } else if (data.done) set('lesson_status', 'completed');
    api.LMSCommit('');
  });
  var ended = false;
  window.addEventListener('pagehide', function () {
    if (!api || ended) return;
    ended = true;
    var s = Math.round((Date.now() - begun) / 1000);
    function two(n) { return (n < 10 ? '0' : '') + n; }
    set('session_time', two(Math.floor(s / 3600)) + ':' + two(Math.floor(s / 60) % 60) + ':' + two(s % 60));
    set('exit', 'suspend');
    api.LMSFinish('');
  });
})();
`;

/** `address`: that of embed.html with the lesson. */
export function scormPackage(title: string, address: string): Uint8Array {
  return zipped({
    'imsmanifest.xml': strToU8(manifest(title)),
    'index.html': strToU8(page(title, address)),
    'lesson.js': strToU8(SCRIPT),
  });
}
