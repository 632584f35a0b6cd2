import '../../styles/editor.css';
import '../../styles/learn.css';
import { STORIES } from '../../../../models/src/stories/index.ts';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { Editor } from './Editor.tsx';
import { Home } from './Home.tsx';
import { LessonSheet } from './LessonSheet.tsx';
import { OWN } from '../../state/ownStory.ts';
import { useOwnStory } from './ownStory.ts';
import { StorySheet } from './StorySheet.tsx';
import { Teachers } from './Teachers.tsx';
import { StoryView } from './StoryView.tsx';

/** The stories and the gallery, the open story, or the editor of a lesson. */
export function LearnView() {
  const app = useApp();
  const chosen = useView('story');
  const teach = useView('teach');
  const lesson = useView('lesson');
  const own = useOwnStory(app, useView('tale'));
  const story = chosen === OWN ? own.shown : STORIES.find(({ id }) => id === chosen);
  if (teach === 'notes') return <Teachers />;
  if (chosen === OWN && own.source !== undefined && (teach === 'edit' || story === undefined))
    return <Editor story={own.source} faults={own.faults} />;
  if (teach === 'sheet') {
    if (story !== undefined) return <StorySheet story={story} />;
    return lesson === null ? <Teachers /> : <LessonSheet lesson={lesson} />;
  }
  return story === undefined ? <Home missing={chosen} /> : <StoryView key={story.id} story={story} />;
}
