import '../../styles/learn.css';
import { STORIES } from '../../../../models/src/stories/index.ts';
import { useView } from '../../state/useView.ts';
import { Home } from './Home.tsx';
import { LessonSheet } from './LessonSheet.tsx';
import { StorySheet } from './StorySheet.tsx';
import { Teachers } from './Teachers.tsx';
import { StoryView } from './StoryView.tsx';

/** The stories and the gallery, or the open story. */
export function LearnView() {
  const chosen = useView('story');
  const teach = useView('teach');
  const lesson = useView('lesson');
  const story = STORIES.find(({ id }) => id === chosen);
  if (teach === 'notes') return <Teachers />;
  if (teach === 'sheet') {
    if (story !== undefined) return <StorySheet story={story} />;
    return lesson === null ? <Teachers /> : <LessonSheet lesson={lesson} />;
  }
  return story === undefined ? <Home missing={chosen !== ''} /> : <StoryView key={story.id} story={story} />;
}
