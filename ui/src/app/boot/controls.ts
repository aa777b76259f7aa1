// What both the sign-in page and the frame are made of: with these imports it comes with the page itself, since a
// request of its own would cost a slow network more.
import '@/engine/useSubmit';
import '@/ui/Button';
import '@/ui/Notice';
import '@/ui/PageTitle';
import '@/ui/Wait';
