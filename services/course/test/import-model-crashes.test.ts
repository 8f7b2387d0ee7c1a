import { tellStories } from './model/tell-stories.ts';

tellStories(1, 3, { crashes: true });
